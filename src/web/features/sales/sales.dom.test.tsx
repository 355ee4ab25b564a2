import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { saleDetail, saleList, saleNotify, saleOrder, saleOrderList } from '#contract/sales.ts'
import { fields } from '#text/zh_HK/fields.ts'
import { sales as text } from '#text/zh_HK/sales.ts'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { keepCartText, keepDeliveryDraft, readCartText, readDeliveryDraft } from '#web/viewer/payments/sale-draft.ts'
import { loginPrompt } from '#web/viewer/session/pending-action.ts'
import { accountOf, logInMember, refusal } from '../../../../test/support/codes-web.ts'
import { expectFieldError } from '../../../../test/support/field-error.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { DeliveriesScreen } from './deliveries-screen.tsx'
import { FootBillScreen } from './foot-bill-screen.tsx'
import { SpecialSaleDetailScreen } from './special-sale-detail-screen.tsx'
import { SpecialSalesScreen } from './special-sales-screen.tsx'
import '../../../../test/support/in-november.ts'

const goods = (goodsId: string, change: object = {}) => ({
  goodsId,
  saleId: 'winter',
  programId: goodsId,
  classify: 'movie',
  medium: 'dvd',
  title: `片 ${goodsId}`,
  detail: '連明信片',
  description: '',
  imageURL: '',
  amount: 16_800,
  currency: 'HKD',
  stock: 'available',
  available: 52,
  addedAt: '2026-11-20T10:00:00Z',
  ...change,
})
const SALE = {
  saleId: 'winter',
  title: '冬日影碟特賣',
  description: '自取免運費',
  imageURL: '',
  startsAt: '2026-11-01T00:00:00Z',
  endsAt: '2026-12-06T15:59:59Z',
  goods: [
    goods('A'),
    goods('B', { available: 4, amount: 22_800, classify: 'drama' }),
    goods('C', { stock: 'held', available: 0, retryAt: '2026-11-22T12:15:00Z' }),
    goods('D', { stock: 'soldOut', available: 0, restockDay: '2026-12-08' }),
  ],
}
const DETAIL = {
  sale: SALE,
  lockers: [{ lockerCode: 'H852-07', region: 'HK', district: '沙田', address: '城門河畔路 8 號' }],
  freight: [{ countries: ['GB'], first: 18_000, further: 4_500 }],
  providers: ['paypal', 'wechat', 'crypto'],
}
const PICKUP = {
  method: 'pickup',
  recipient: '陳子晴',
  areaCode: '852',
  mobileno: '9123 4567',
  phone: '',
  address: '沙田',
  lockerCode: 'h852-07',
  country: '',
  postcode: '',
}
const assign = vi.fn<(url: string) => void>()

beforeEach(() => {
  sessionStorage.clear()
  assign.mockClear()
  loginPrompt.close()
  vi.stubGlobal('location', { ...location, origin: 'https://harbour.example', href: location.href, assign })
})
afterEach(() => vi.unstubAllGlobals())

const reads = (list: object[] = [SALE]) =>
  [
    [saleList, { list }],
    [saleDetail, DETAIL],
    [userProfile, { profile: { ...accountOf().profile, name: '陳子晴' } }],
    [saleOrderList, { list: [], page: 1, pageSize: 10, total: 0 }],
  ] as never
const renderSales = (list?: object[], answer: object = { result: 'SUCCESS', notify: true }) =>
  renderWeb(<SpecialSalesScreen />, { path: '/special-sales', reads: reads(list), answer: () => answer })
const panel = () => within(screen.getByRole('region', { name: text.order.title }))
const submit = () => panel().getByRole('button', { name: new RegExp(`^${text.order.submit}`, 'u') })

describe('the goods of a sale', () => {
  test('say how many there are, when they are free again, and when more comes', async () => {
    await renderSales()
    const list = await screen.findByRole('list', { name: text.goods })
    expect(within(list).getAllByRole('listitem')).toHaveLength(4)
    for (const line of ['尚餘 52 件', '最後 4 件', '熱賣中', '已售罄，12月8日到貨'])
      expect(within(list).getByText(line)).toBeTruthy()
    expect(within(list).getByText(/20:15 後再試/u)).toBeTruthy()
    expect(within(list).queryByRole('button', { name: text.add('片 C') })).toBeNull()
  })

  test('are narrowed by what the address says', async () => {
    const { user } = await renderSales()
    await screen.findByRole('list', { name: text.goods })
    await user.click(screen.getByRole('button', { name: text.filters.classify.drama }))
    expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual(['片 B'])
    await user.click(screen.getByRole('button', { name: new RegExp(`^${text.filters.all}`, 'u') }))
    await user.click(screen.getByRole('button', { name: text.filters.inStock }))
    expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual(['片 A', '片 B'])
  })

  test('that are sold out can be waited for, after login', async () => {
    logInMember()
    const { user, call } = await renderSales()
    await user.click(await screen.findByRole('button', { name: text.notify('片 D') }))
    expect(call.mock.calls).toEqual([[saleNotify, { goodsId: 'D', notify: true }]])
  })

  test('are none without a sale', async () => {
    await renderSales([])
    expect(await screen.findByText(text.none)).toBeTruthy()
  })
})

describe('an order', () => {
  test('has units within what there is, the freight of its country, and is kept in this tab', async () => {
    logInMember()
    const { user } = await renderSales()
    await user.click(await screen.findByRole('button', { name: text.add('片 B') }))
    for (let n = 0; n < 3; n++) await user.click(panel().getByRole('button', { name: text.order.more('片 B') }))
    expect(panel().getByRole<HTMLButtonElement>('button', { name: text.order.more('片 B') }).disabled).toBe(true)
    await waitFor(() => expect(submit().textContent).toContain('HK$912'))
    await user.click(panel().getByRole('radio', { name: new RegExp(text.order.methods.overseas, 'u') }))
    expect(panel().getByText(text.order.chooseFirst)).toBeTruthy()
    await user.selectOptions(panel().getByRole('combobox', { name: text.order.country }), 'GB')
    await waitFor(() => expect(submit().textContent).toContain('HK$1,227'))
    expect(readCartText('winter')).toBe('{"B":4}')
    expect(readDeliveryDraft('91234567')).toMatchObject({ method: 'overseas', country: 'GB' })
    expect(readDeliveryDraft('another')).toEqual({})
  })

  test('says at its field what is missing, and which locker there is none of', async () => {
    logInMember()
    const { user, at } = await renderSales()
    await user.click(await screen.findByRole('button', { name: text.add('片 A') }))
    await user.click(await waitFor(submit))
    await expectFieldError(text.order.lockerCode, fields.missing)
    // A pickup is collected at its locker, and the list of lockers is open.
    expect(panel().queryByRole('textbox', { name: text.order.address })).toBeNull()
    await user.type(panel().getByRole('textbox', { name: text.order.lockerCode }), 'H852-99')
    await user.click(submit())
    expect(await panel().findByText(text.order.lockerUnknown)).toBeTruthy()
    await user.click(panel().getByRole('radio', { name: /^H852-07/u }))
    await user.click(submit())
    await waitFor(() => expect(at.current).toBe('/foot-bill?saleId=winter'))
  })

  test('that is shipped overseas says at each field what is missing or wrong, and that its total lacks the delivery', async () => {
    logInMember()
    const { user } = await renderSales()
    await user.click(await screen.findByRole('button', { name: text.add('片 A') }))
    await user.click(await panel().findByRole('radio', { name: new RegExp(text.order.methods.overseas, 'u') }))
    expect(panel().getByText(text.order.totalBefore)).toBeTruthy()
    expect(panel().queryByText(text.order.total)).toBeNull()
    await user.click(submit())
    await expectFieldError(text.order.phone, fields.missing)
    await expectFieldError(text.order.address, fields.missing)
    expect(panel().getByText(fields.unchosen)).toBeTruthy()
    await user.type(panel().getByRole('textbox', { name: text.order.phone }), '7946 0000')
    await user.click(submit())
    await expectFieldError(text.order.phone, fields.rules.PHONE_ABROAD)
    await user.selectOptions(panel().getByRole('combobox', { name: text.order.country }), 'GB')
    expect(await panel().findByText(text.order.total)).toBeTruthy()
  })

  test('that has more units than are left cannot go on', async () => {
    keepCartText('winter', '{"B":5}')
    await renderSales()
    expect(await screen.findByText(text.order.onlyLeft('4'))).toBeTruthy()
    await waitFor(() => expect((submit() as HTMLButtonElement).disabled).toBe(true))
  })
})

describe('the summary of an order', () => {
  const renderBill = (answer: object, path = '/foot-bill?saleId=winter') =>
    renderWeb(<FootBillScreen PaymentDialog={({ payment }) => <p>{`pay ${payment.outTradeNo}`}</p>} />, {
      path,
      reads: reads(),
      answer: () => answer,
    })
  const pay = () => screen.findByRole('button', { name: new RegExp(`^${text.bill.pay}`, 'u') })
  const expiresAt = new Date(Date.now() + 300_000).toISOString()
  const started = { result: 'SUCCESS', outTradeNo: 'HB1', status: 'pending' }

  beforeEach(() => {
    keepCartText('winter', '{"A":2}')
    keepDeliveryDraft('', PICKUP)
  })

  test('says where the order is collected', async () => {
    await renderBill({})
    expect(await screen.findByText('H852-07 沙田 城門河畔路 8 號')).toBeTruthy()
  })

  test('is paid by any kind but cryptocurrency', async () => {
    logInMember()
    const nextAction = { type: 'qr', url: 'https://pay.example/1', qrText: 'https://qr.example/1', expiresAt }
    const { user, call } = await renderBill({ ...started, nextAction })
    expect((await pay()).textContent).toContain('HK$336')
    expect(screen.queryByRole('radio', { name: text.providers.crypto })).toBeNull()
    await user.click(screen.getByRole('radio', { name: text.providers.wechat }))
    await user.click(await pay())
    expect(await screen.findByText('pay HB1')).toBeTruthy()
    expect(call.mock.calls).toEqual([
      [
        saleOrder,
        {
          saleId: 'winter',
          lines: ['A:2'],
          method: 'pickup',
          recipient: '陳子晴',
          areaCode: '852',
          phone: '9123 4567',
          lockerCode: 'h852-07',
          amount: 33_600,
          provider: 'wechat',
          continueURL: 'https://harbour.example/#/foot-bill?saleId=winter&return=1',
          cancelURL: 'https://harbour.example/#/foot-bill?saleId=winter&return=1',
          terminal: 'web',
        },
      ],
    ])
  })

  test.each([
    [
      refusal('SELLING_FAST', { goodsId: 'A', available: 0, retryAfter: 600 }),
      /^現正熱賣中，請稍後再試。 其他顧客的付款最遲於 \d\d:\d\d 結束。$/u,
    ],
    [refusal('SELLING_FAST', { goodsId: 'A', available: 1 }), /^片 A現時只餘 1 件，請修改訂單。$/u],
    [refusal('CONFLICT', {}), /^價格剛有更新/u],
    [refusal('PAYMENT_NOT_STARTED', { message: text.bill.notStarted }), /^你的交易可能未能完成。$/u],
  ])('says what a refusal means: %#', async (answer, said) => {
    logInMember()
    const { user } = await renderBill(answer)
    await user.click(await pay())
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(said))
    expect(assign).not.toHaveBeenCalled()
  })

  test('needs a login first', async () => {
    const { user, call } = await renderBill(started)
    await user.click(await pay())
    expect(loginPrompt.isOpen()).toBe(true)
    expect(call).not.toHaveBeenCalled()
  })

  test('of an order without goods leads back', async () => {
    keepCartText('winter', '{}')
    await renderBill(started)
    expect(await screen.findByText(text.bill.incomplete)).toBeTruthy()
  })

  test('leads to the result when the browser comes back from a provider', async () => {
    rememberPayment({ outTradeNo: 'HB1' })
    const { at } = await renderBill(started, '/foot-bill?saleId=winter&return=1')
    expect(at.current).toBe('/subscription-result?outTradeNo=HB1')
  })
})

describe('one thing on sale', () => {
  const renderOne = (goodsId: string) =>
    renderWeb(<SpecialSaleDetailScreen />, {
      path: `/special-sale-detail?goodsId=${goodsId}`,
      reads: reads(),
      answer: () => ({}),
    })

  test('is added to the order, and taken from it', async () => {
    const { user } = await renderOne('A')
    await user.click(await screen.findByRole('button', { name: text.addToOrder }))
    expect(panel().getAllByText('片 A').length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: text.removeFromOrder }))
    expect(panel().getByText(text.order.empty)).toBeTruthy()
  })

  test('once it is in the order, leads on to it: on a phone the order stands below', async () => {
    const { user } = await renderOne('A')
    const jump = { name: text.order.jumpAction }
    await user.click(await screen.findByRole('button', { name: text.addToOrder }))
    expect(screen.getByText(text.order.jump('1'))).toBeTruthy()
    await user.click(screen.getByRole('button', jump))
    expect(document.activeElement).toBe(screen.getByRole('region', { name: text.order.title }))
    await user.click(screen.getByRole('button', { name: text.removeFromOrder }))
    expect(screen.queryByRole('button', jump)).toBeNull()
  })

  test('says how it is delivered before it is in the order', async () => {
    await renderOne('A')
    await screen.findByRole('button', { name: text.addToOrder })
    expect(screen.getByText(new RegExp(text.ways, 'u'))).toBeTruthy()
  })

  test('that is not sold any more says so', async () => {
    await renderOne('X')
    expect(await screen.findByRole('heading', { level: 1, name: text.noGoods })).toBeTruthy()
  })
})

test('the orders of a member say where they are', async () => {
  logInMember()
  const bought = {
    outTradeNo: 'HB1',
    orderNumber: 'HB-261120-4K7Q',
    saleId: 'winter',
    state: 'sent',
    lines: [{ goodsId: 'A', title: '片 A', detail: '連明信片', imageURL: '', quantity: 2, amount: 16_800 }],
    amount: 51_600,
    freight: 18_000,
    currency: 'HKD',
    refunded: 1_000,
    method: 'overseas',
    delivery: {
      recipient: '陳子晴',
      phone: '+442079460000',
      address: '1 Example Street',
      country: 'GB',
      postcode: 'N1',
    },
    paidAt: '2026-11-20T10:00:00Z',
    sentAt: '2026-11-21T10:00:00Z',
    reference: 'HX1',
  }
  await renderWeb(<DeliveriesScreen />, {
    path: '/setup/deliveries',
    reads: [[saleOrderList, { list: [bought], page: 1, pageSize: 10, total: 1 }]] as never,
    answer: () => ({}),
  })
  expect(await screen.findByText(text.deliveries.states.sent)).toBeTruthy()
  for (const fact of [
    'HB-261120-4K7Q',
    'HX1',
    'HK$516',
    text.deliveries.refunded('HK$10'),
    text.deliveries.freight('HK$180'),
  ])
    expect(screen.getByText(fact)).toBeTruthy()
  expect(screen.getByText(/1 Example Street N1 英國/u)).toBeTruthy()
  expect(screen.getByText('陳子晴 +442079460000')).toBeTruthy()
  expect(screen.queryByRole('link', { name: text.deliveries.toContact })).toBeNull()
})

test('an order says its number first, and of its locker where it stands', async () => {
  logInMember()
  const line = {
    goodsId: 'A',
    title: '片 A',
    detail: '10 DVD',
    medium: 'dvd',
    imageURL: '/i/a/a.webp',
    imagePreview: 'data:image/webp;base64,UklGRg==',
    quantity: 1,
    amount: 16_800,
  }
  const bought = {
    outTradeNo: 'HB2',
    orderNumber: 'HB-261120-4K7Q',
    saleId: 'winter',
    state: 'paid',
    lines: [line, { ...line, goodsId: 'B', detail: '連明信片' }],
    amount: 33_600,
    freight: 0,
    currency: 'HKD',
    refunded: 0,
    method: 'pickup',
    lockerCode: 'H852-07',
    locker: { district: '沙田', address: '城門河畔路 8 號地下' },
    delivery: { recipient: '陳子晴', phone: '+85291234567', address: '' },
    paidAt: '2026-11-20T10:00:00Z',
  }
  await renderWeb(<DeliveriesScreen />, {
    path: '/setup/deliveries',
    reads: [[saleOrderList, { list: [bought], page: 1, pageSize: 10, total: 1 }]] as never,
  })
  await screen.findByText(text.deliveries.states.paid)
  const terms = screen.getAllByRole('term').map((term) => term.textContent)
  expect(terms).toEqual([text.deliveries.order, text.order.method, text.bill.locker, text.order.recipient])
  expect(screen.getByText('H852-07 沙田 城門河畔路 8 號地下')).toBeTruthy()
  expect(screen.getByText('陳子晴 +852 9123 4567')).toBeTruthy()
  const contact = screen.getByRole('link', { name: text.deliveries.toContact })
  expect(contact.getAttribute('href')).toBe('#/contactus')
  expect(contact.closest('p')!.textContent).toBe(`${text.deliveries.next.pickup}${text.deliveries.toContact}`)
  expect(text.deliveries.next.pickup).not.toMatch(/\s/u)
  // Until the image is there.
  const item = screen.getByText('10 DVD').closest('li')!
  expect(item.querySelector(`img[src="${line.imagePreview}"]`)).not.toBeNull()
  // The medium is said where the description does not.
  expect(screen.getByText('10 DVD')).toBeTruthy()
  expect(screen.getByText('DVD 連明信片')).toBeTruthy()
})
