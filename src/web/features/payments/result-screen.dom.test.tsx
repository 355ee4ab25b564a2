import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { giftCardList } from '#contract/codes.ts'
import { paymentStatus, savePaymentRecord } from '#contract/payments.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { payments } from '#text/zh_HK/payments.ts'
import { obtainPersonalCinema } from '#contract/private-cinema.ts'
import { saleDetail, saleOrderList } from '#contract/sales.ts'
import { wallet } from '#contract/wallet.ts'
import { toastStore } from '#web/kit/toast-store.ts'
import { useCall } from '#web/kit/use-call.ts'
import { rememberBrowsed } from '#web/viewer/navigation/browsed-list.ts'
import { GIFT_CARD_DRAFT } from '#web/viewer/payments/gift-card-draft.ts'
import { keepDraft, readDraft } from '#web/viewer/session/form-draft.ts'
import { prepaidSubscription } from '../../../../test/support/plans-web.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ResultScreen, UnknownOrder } from './result-screen.tsx'
import '../../../../test/support/in-november.ts'

const { result: text } = payments

/** The status that the server answers with now. */
let status = 'pending'
const answer = {
  get result() {
    return 'SUCCESS'
  },
  get status() {
    reads += 1
    return status
  },
  outTradeNo: 'HB1',
  orderNumber: 'HB-261122-4K7Q',
  amount: 10_000,
  currency: 'HKD',
  provider: 'alipay',
  purpose: 'credits',
  purposeId: 'credits-100',
  createdAt: '2026-11-22T13:20:00Z',
  get refunded() {
    return status === 'refunded' ? 10_000 : 0
  },
  item: '100 點',
  credits: 100,
  expiresAt: '2026-11-22T13:44:00Z',
  nextAction: { type: 'redirect', url: 'https://pay.example/1', expiresAt: '2026-11-22T13:44:00Z' },
}
let reads = 0

afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function renderResult(now: string, path = '/subscription-result?outTradeNo=HB1&type=alipay') {
  status = now
  reads = 0
  return renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path,
    reads: [
      [paymentStatus, answer],
      [wallet, { credits: 126, buckets: [], lapses: [], blocked: false }],
    ],
  })
}

test('a paid order says what came of it, and leads to the wallet and the receipt', async () => {
  await renderResult('paid')
  await screen.findByText(text.paidTitle('100'))
  expect(screen.getByText('HB-261122-4K7Q')).toBeTruthy()
  expect(screen.getByText('HK$100')).toBeTruthy()
  expect((await screen.findByText(text.balanceNow)).nextElementSibling?.textContent).toMatch(/^126\s點\s*$/)
  expect(screen.getByRole('link', { name: text.toBought.credits }).getAttribute('href')).toBe('#/setup/wallet')
  expect(screen.getByRole('link', { name: text.toReceipt }).getAttribute('href')).toBe('#/setup/receipt?outTradeNo=HB1')
})

test('prepaid months of the pass say when they end', async () => {
  await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path: '/subscription-result?outTradeNo=HB1',
    reads: [
      [paymentStatus, { ...answer, status: 'paid', purpose: 'plan', credits: undefined, item: '娛樂通行證一個月' }],
      [subscriptionDetail, { subscription: prepaidSubscription() }],
    ],
  })
  expect(await screen.findByText(text.paidPlan)).toBeTruthy()
  expect((await screen.findByText(text.passEnds)).nextElementSibling?.textContent).toContain('12月22日 23:59')
})

test('a payment of which a part was returned says how much', async () => {
  await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path: '/subscription-result?outTradeNo=HB1',
    reads: [[paymentStatus, { ...answer, status: 'paid', refunded: 2_050 }]],
  })
  expect((await screen.findByText(text.partRefunded)).nextElementSibling?.textContent).toContain('HK$20.50')
})

test('a payment that was returned leads to its receipt, which has the refund note', async () => {
  await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path: '/subscription-result?outTradeNo=HB1',
    reads: [[paymentStatus, { ...answer, status: 'refunded', refunded: 10_000, receiptNumber: 'R-1' }]],
  })
  const link = await screen.findByRole('link', { name: text.toReceipt })
  expect(link.getAttribute('href')).toBe('#/setup/receipt?outTradeNo=HB1')
  expect(screen.queryByText(text.partRefunded)).toBeNull()
})

test('while it is pending, how far the payment has come and its number to quote', async () => {
  await renderResult('pending')
  const steps = await screen.findByRole('list', { name: payments.progress.label })
  expect(
    within(steps).getByText(payments.progress.waiting('AlipayHK')).closest('li')?.getAttribute('aria-current'),
  ).toBe('step')
  expect(steps.textContent).toContain(payments.progress.delivered('100 點'))
  screen.getByRole('button', { name: payments.copy.label }).click()
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('HB-261122-4K7Q'))
})

test.each([
  ['opens', 'slot-1', '#/private?screeningId=own'],
  ['that is not among the member’s yet leads to their list', 'slot-2', '#/private_cinema?view=mine'],
])('a screening that is paid %s', async (_, slotId, href) => {
  const list = [
    { screeningId: 'joined', slotId: 'slot-1', host: false },
    { screeningId: 'own', slotId: 'slot-1', host: true },
  ]
  await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path: '/subscription-result?outTradeNo=HB1',
    reads: [
      [paymentStatus, { ...answer, status: 'paid', purpose: 'cinema', purposeId: slotId, credits: undefined }],
      [obtainPersonalCinema, { list }],
    ],
  })
  const link = await screen.findByRole('link', { name: text.toBought.cinema })
  await waitFor(() => expect(link.getAttribute('href')).toBe(href))
})

test('a gift card that is paid is not filled in for the next one', async () => {
  keepDraft(GIFT_CARD_DRAFT, { mobileno: '6123 4567' })
  await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path: '/subscription-result?outTradeNo=HB1',
    reads: [
      [paymentStatus, { ...answer, status: 'paid', purpose: 'giftcard', credits: undefined }],
      [giftCardList, { list: [], page: 1, pageSize: 20, total: 0 }],
    ],
  })
  expect(await screen.findByText(text.paidItem('100 點'))).toBeTruthy()
  expect(screen.getByRole('link', { name: text.toBought.giftcard }).getAttribute('href')).toBe('#/giftcard?view=mine')
  expect(readDraft(GIFT_CARD_DRAFT).values).toEqual({})
})

test('a gift card that is paid says to whom it was sent', async () => {
  const list = [
    { outTradeNo: 'HB0', recipient: '9••• ••11' },
    { outTradeNo: 'HB1', recipient: '6••• ••21' },
  ]
  await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path: '/subscription-result?outTradeNo=HB1',
    reads: [
      [paymentStatus, { ...answer, status: 'paid', purpose: 'giftcard', credits: undefined }],
      [giftCardList, { list, page: 1, pageSize: 20, total: 2 }],
    ],
  })
  expect((await screen.findByText(text.recipient)).nextElementSibling?.textContent).toContain('6••• ••21')
})

test('an order of goods says where it is collected; its number stands first, and no longer one beside it', async () => {
  const lockers = [{ lockerCode: 'H852-07', region: 'HK', district: '沙田', address: '城門河畔路 8 號' }]
  await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path: '/subscription-result?outTradeNo=HB1',
    reads: [
      [paymentStatus, { ...answer, status: 'paid', purpose: 'sale', purposeId: 'winter', receiptNumber: 'R-1' }],
      [saleOrderList, { list: [{ outTradeNo: 'HB1', lockerCode: 'H852-07' }], total: 1, page: 1, totalPage: 1 }],
      [saleDetail, { lockers }],
    ],
  })
  expect(await screen.findByText('H852-07 沙田 城門河畔路 8 號')).toBeTruthy()
  const labels = [...document.querySelectorAll('dt')].map((label) => label.textContent)
  expect(labels.slice(0, 2)).toEqual([text.order, text.item])
  expect(document.body.textContent).not.toContain('R-1')
})

test.each([
  ['a title', 'for=pier', '/category/list?programId=pier'],
  ['a screening', 'slot=premiere', '/paycinema?slotId=premiere'],
])('credits that were for %s lead back to it at once, with the balance', async (_, query, to) => {
  const { at } = await renderResult('paid', `/subscription-result?outTradeNo=HB1&${query}`)
  await waitFor(() => expect(at.current).toBe(to))
  expect(toastStore.get().toast?.text).toBe('已增值 100 點　現有 126 點')
})

test('credits that were for a title lead back to the list where it was found', async () => {
  rememberBrowsed({ pathname: '/category/rolling-category', search: '?categoryId=new&restriction=IIA' })
  const { at } = await renderResult('paid', '/subscription-result?outTradeNo=HB1&for=pier')
  await waitFor(() =>
    expect(at.current).toBe('/category/rolling-category?categoryId=new&restriction=IIA&programId=pier'),
  )
})

test.each([
  ['failed', text.failedTitle],
  ['expired', text.expiredTitle],
  ['refunded', text.refundedTitle('HK$100')],
])('an order that is %s says so', async (now, title) => {
  const { call } = await renderResult(now)
  await screen.findByText(title)
  expect(call).not.toHaveBeenCalled()
})

test('a payment of another amount is being checked: nothing says that it lapses, or offers to pay again', async () => {
  status = 'pending'
  await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path: '/subscription-result?outTradeNo=HB1',
    reads: [
      [
        paymentStatus,
        { ...answer, status, paidAt: '2026-11-22T13:21:00Z', nextAction: undefined, expiresAt: undefined },
      ],
    ],
  })
  await screen.findByText(text.reviewedText)
  expect(screen.queryByRole('link', { name: text.retry })).toBeNull()
  expect(screen.queryByRole('link', { name: text.continue })).toBeNull()
})

test('a paid but undelivered purchase is shown as being refunded, not as bought', async () => {
  await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path: '/subscription-result?outTradeNo=HB1',
    reads: [[paymentStatus, { ...answer, status: 'paid', undelivered: true }]],
  })
  await screen.findByText(text.undeliveredText)
  expect(screen.queryByText(text.paidTitle('100'))).toBeNull()
  expect(screen.queryByRole('link', { name: text.toBought.credits })).toBeNull()
  expect(screen.queryByRole('link', { name: text.retry })).toBeNull()
})

test('prepaid months that were not paid are tried again as they were: the same plan and kind of payment', async () => {
  const plan = { ...answer, purpose: 'plan', purposeId: 'half-year', provider: 'octopus', credits: undefined }
  await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path: '/subscription-result?outTradeNo=HB1',
    reads: [[paymentStatus, { ...plan, status: 'expired' }]],
  })
  const way = await screen.findByRole('link', { name: text.retry })
  expect(way.getAttribute('href')).toBe('#/monthlyfee?planId=half-year&provider=octopus')
})

test.each(['plan', 'renewal', 'staff'])(
  'what was paid for as a %s leads to the plan, not above it',
  async (purpose) => {
    await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
      path: '/subscription-result?outTradeNo=HB1',
      reads: [[paymentStatus, { ...answer, status: 'paid', purpose, credits: undefined }]],
    })
    const way = await screen.findByRole('link', { name: text.toBought.plan })
    expect(way.getAttribute('href')).toBe('#/setup?part=plan')
  },
)

test('a month in cryptocurrency is tried again where it is sold', async () => {
  await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path: '/subscription-result?outTradeNo=HB1',
    reads: [[paymentStatus, { ...answer, status: 'expired', provider: 'crypto', purpose: 'plan' }]],
  })
  const way = await screen.findByRole('link', { name: text.retry })
  expect(way.getAttribute('href')).toBe('#/cryptopay')
})

test('the address does not decide: an order that the server calls pending is pending', async () => {
  await renderResult('pending', '/subscription-result?outTradeNo=HB1&status=paid&result=SUCCESS')
  expect(await screen.findByText(text.pending)).toBeTruthy()
  expect(screen.queryByText(text.paid)).toBeNull()
})

test('a pending order says when it is given up, and how to go on paying', async () => {
  await renderResult('pending')
  expect(await screen.findByText(text.until('11月22日 21:44'))).toBeTruthy()
  expect(screen.getByRole('link', { name: text.continue }).getAttribute('href')).toBe('https://pay.example/1')
})

test('a pending order has the server query the provider once, and again by the button', async () => {
  const { user, call } = await renderResult('pending')
  const button = await screen.findByRole('button', { name: text.check })
  expect(call.mock.calls).toEqual([[savePaymentRecord, { outTradeNo: 'HB1' }]])
  await user.click(button)
  expect(call).toHaveBeenCalledTimes(2)
})

test('a pending order is requested every five seconds, not while the page is hidden, and never after its end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderResult('pending')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const readsWithin = async (ms: number) => {
    const before = reads
    await pass(ms)
    return reads - before
  }
  await pass(1000)
  expect(await readsWithin(10_500)).toBeGreaterThan(0)
  visibility.mockReturnValue('hidden')
  await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await pass(5000)
  expect(await readsWithin(30_000)).toBe(0)
  visibility.mockReturnValue('visible')
  status = 'paid'
  await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await pass(100)
  expect(screen.getByText(text.paid)).toBeTruthy()
  await pass(5000)
  expect(await readsWithin(30_000)).toBe(0)
})

test.each(['/subscription-result', '/subscription-result?outTradeNo=HB2'])(
  '%s without an order says so',
  async (path) => {
    await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
      path,
      reads: [[paymentStatus, refusedRead('NOT_FOUND')]],
    })
    await screen.findByText(text.unknown)
    expect(screen.queryByText(text.failed)).toBeNull()
  },
)

test('a pending payment whose page takes a form is continued by posting it', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
  status = 'pending'
  const url = 'https://payment.example/app/page/token'
  const nextAction = { type: 'form', url, fields: { sign: 'abc' }, expiresAt: answer.expiresAt }
  const { user } = await renderWeb(<ResultScreen whenUnknown={<UnknownOrder />} />, {
    path: '/subscription-result?outTradeNo=HB1',
    reads: [[paymentStatus, { ...answer, status: 'pending', provider: 'payasia', nextAction }]],
    answer: () => ({ result: 'SUCCESS', status: 'pending' }),
  })
  await user.click(await screen.findByRole('button', { name: text.continue }))
  const form = submit.mock.contexts[0] as HTMLFormElement
  expect([form.action, new FormData(form).get('sign')]).toEqual([url, 'abc'])
})

test.each([
  ['plan', 2],
  ['credits', 1],
])('once a payment for %s is known to be paid, the plan on screen was requested %d times', async (purpose, times) => {
  const requested = vi.fn<() => object>(() => ({ subscription: null }))
  function PlanOnScreen() {
    const { data, isFetching } = useCall(subscriptionDetail, {})
    return <p>{data && !isFetching ? 'plan is known' : 'plan is requested'}</p>
  }
  await renderWeb(
    <>
      <PlanOnScreen />
      <ResultScreen whenUnknown={<UnknownOrder />} />
    </>,
    {
      path: '/subscription-result?outTradeNo=HB1&type=payme',
      reads: [
        [paymentStatus, { ...answer, status: 'paid', purpose }],
        [subscriptionDetail, requested],
      ],
    },
  )
  await screen.findByText(text.paid)
  await screen.findByText('plan is known')
  expect(requested).toHaveBeenCalledTimes(times)
})
