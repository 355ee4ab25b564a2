import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { giftCardBalance, giftCardList, giftCardResend, giftCardValues } from '#contract/codes.ts'
import { setupPaypal } from '#contract/payments.ts'
import { codes } from '#text/zh_HK/codes.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { giftCards as text } from '#text/zh_HK/gift-cards.ts'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { readDraft } from '#web/viewer/session/form-draft.ts'
import { loginPrompt, takePendingAction } from '#web/viewer/session/pending-action.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { accountOf, CODE, grantOf, logInMember, refusal } from '../../../../test/support/codes-web.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { GiftCardScreen } from './gift-card-screen.tsx'

const VALUES = [
  { giftCardValueId: 'credits-100', title: '100 點', credits: 100, amount: 10_000 },
  {
    giftCardValueId: 'gift-pass-1',
    title: '娛樂通行證 1 個月',
    planId: 'gift-pass',
    months: 1,
    extraCredits: 60,
    amount: 8_800,
  },
].map((value) => ({ ...value, currency: 'HKD', expiresInMonths: 12, providers: ['paypal', 'alipay'] }))
const expiresAt = new Date(Date.now() + 300_000).toISOString()
const STARTED = {
  result: 'SUCCESS',
  outTradeNo: 'HB1',
  status: 'pending',
  nextAction: { type: 'redirect', url: 'https://pay.example/1', expiresAt },
}
const card = (change: object = {}) => ({
  outTradeNo: 'HB1',
  orderNumber: 'HB-261120-4K7Q',
  title: '100 點',
  state: 'unused',
  code: CODE.shown,
  recipient: '6••• ••21',
  design: 'harbour',
  boughtAt: '2026-11-20T10:00:00Z',
  expiresAt: '2027-11-20T10:00:00Z',
  ...change,
})
const assign = vi.fn<(url: string) => void>()

beforeEach(() => {
  assign.mockClear()
  loginPrompt.close()
  vi.stubGlobal('location', { ...location, origin: 'https://harbour.example', href: location.href, assign })
})
afterEach(() => vi.unstubAllGlobals())

interface Given {
  path?: string
  values?: object
  list?: object[]
  answer?: object
  account?: object
}

const renderScreen = ({
  path = '/giftcard',
  values = { list: VALUES },
  list = [],
  answer = STARTED,
  account = accountOf(),
}: Given = {}) =>
  renderWeb(
    <GiftCardScreen
      redeem={<p>redeem form</p>}
      PaymentDialog={({ payment }) => <p>{`pay ${payment.outTradeNo} by ${payment.step.kind}`}</p>}
    />,
    {
      path,
      reads: [
        [giftCardValues, values],
        [userProfile, account],
        [giftCardList, { list, page: 1, pageSize: 20, total: list.length }],
      ],
      answer: () => answer,
    },
  )

const pay = () => screen.getByRole('button', { name: new RegExp(`^${text.buy.pay}`, 'u') })
const number = () => screen.findByRole<HTMLInputElement>('textbox', { name: '手提電話號碼' })
const dialog = async () => within(await screen.findByRole('dialog', { name: text.confirm.title }))

describe('a member who buys', () => {
  beforeEach(() => logInMember())

  test('confirms value, recipient, message, kind of payment and price, and leaves for the provider', async () => {
    const { user, call } = await renderScreen()
    await user.type(await number(), '61234567')
    await user.type(screen.getByRole('textbox', { name: text.buy.message }), '聖誕快樂')
    await user.click(screen.getByRole('radio', { name: text.designs.neon }))
    await user.click(screen.getByRole('radio', { name: text.providers.alipay }))
    expect(screen.getByText(text.buy.bySms('+852 6123 4567'))).toBeTruthy()
    expect(pay().textContent).toContain('HK$100')
    await user.click(pay())
    const confirm = await dialog()
    for (const fact of ['100 點', '+852 6123 4567', '聖誕快樂', text.designs.neon, text.providers.alipay, 'HK$100'])
      expect(confirm.getByText(fact)).toBeTruthy()
    expect(call).not.toHaveBeenCalled()
    await user.click(confirm.getByRole('button', { name: text.confirm.pay }))
    expect(call.mock.calls).toEqual([
      [
        setupPaypal,
        {
          amount: 10_000,
          provider: 'alipay',
          purpose: 'giftcard',
          purposeId: 'credits-100',
          design: 'neon',
          continueURL: 'https://harbour.example/#/giftcard?return=1',
          cancelURL: 'https://harbour.example/#/giftcard?return=1',
          terminal: 'web',
          recipient: '+85261234567',
          giverName: '陳大文',
          message: '聖誕快樂',
        },
      ],
    ])
    expect(assign.mock.calls).toEqual([['https://pay.example/1']])
  })

  test('reads which credits come with the pass: at its price, in the preview and before paying', async () => {
    const { user } = await renderScreen()
    const said = codes.monthlyCredits('60')
    await user.type(await number(), '61234567')
    expect(screen.getAllByText(new RegExp(said, 'u'))).toHaveLength(1)
    await user.click(screen.getByRole('radio', { name: /娛樂通行證/u }))
    expect(within(screen.getByRole('region', { name: text.buy.preview })).getByText(said)).toBeTruthy()
    await user.click(pay())
    const confirm = await screen.findByRole('dialog', { name: text.confirm.title })
    expect(confirm.textContent).toContain(keepUnits(`娛樂通行證 1 個月　${said}`))
  })

  test('signs it with their own name, or another one, and sees it in the preview', async () => {
    const { user, call } = await renderScreen()
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: text.buy.giverName })
    await waitFor(() => expect(name.value).toBe('陳大文'))
    await user.clear(name)
    await user.type(await number(), '61234567')
    await user.click(pay())
    expect(await screen.findByText(fieldRules.GIVER_NAME)).toBeTruthy()
    await user.type(name, '大文')
    expect(screen.getByText(text.buy.from('大文'))).toBeTruthy()
    await user.click(pay())
    expect((await dialog()).getByText('大文')).toBeTruthy()
    await user.click((await dialog()).getByRole('button', { name: text.confirm.pay }))
    expect(call.mock.calls[0]?.[1]).toMatchObject({ giverName: '大文' })
  })

  test('may send it by email, or buy it for themselves', async () => {
    const { user, call } = await renderScreen()
    await number()
    await user.click(screen.getByRole('radio', { name: text.buy.toChoices.email }))
    await user.type(screen.getByRole('textbox', { name: text.buy.email }), 'ka@example.com')
    await user.click(pay())
    expect((await dialog()).getByText('ka@example.com')).toBeTruthy()
    await user.click((await dialog()).getByRole('button', { name: text.confirm.change }))
    await user.click(screen.getByRole('radio', { name: text.buy.toChoices.self }))
    expect(screen.queryByRole('textbox')).toBeNull()
    await user.click(pay())
    const own = await dialog()
    expect([own.queryByText(text.confirm.final), own.getByText(text.buy.selfNote).tagName]).toEqual([null, 'P'])
    await user.click((await dialog()).getByRole('button', { name: text.confirm.pay }))
    expect(Object.keys(call.mock.calls[0]?.[1] as object)).not.toContain('recipient')
  })

  test('of a telecom partner, who could not redeem it, buys for others only', async () => {
    await renderScreen({ account: accountOf('hgc') })
    await number()
    expect(screen.getByRole('radio', { name: text.buy.toChoices.email })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('radio', { name: text.buy.toChoices.self })).toBeNull())
  })

  test('is told a wrong number at its field, before anything is requested', async () => {
    const { user, call } = await renderScreen()
    await user.type(await number(), '6123')
    await user.click(pay())
    expect(await screen.findByText(fieldRules.MOBILE)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(call).not.toHaveBeenCalled()
  })

  test('is told a recipient that the server refuses at the field', async () => {
    const wrong = refusal('INVALID_INPUT', { fields: { recipient: '請輸入有效的手提電話號碼。' } })
    const { user } = await renderScreen({ answer: wrong })
    await user.type(await number(), '61234567')
    await user.click(pay())
    await user.click((await dialog()).getByRole('button', { name: text.confirm.pay }))
    expect(await screen.findByText('請輸入有效的手提電話號碼。')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is told in SPEC 8’s sentence that a payment did not start', async () => {
    const { user } = await renderScreen({ answer: refusal('PAYMENT_NOT_STARTED', { message: text.buy.notStarted }) })
    await user.type(await number(), '61234567')
    await user.click(pay())
    await user.click((await dialog()).getByRole('button', { name: text.confirm.pay }))
    expect((await dialog()).getByRole('alert').textContent).toBe(text.buy.notStarted)
    expect(assign).not.toHaveBeenCalled()
  })

  test('pays by QR code beside the page', async () => {
    const nextAction = { type: 'qr', url: 'https://pay.example/1', qrText: 'https://qr.example/1', expiresAt }
    const { user } = await renderScreen({ answer: { ...STARTED, nextAction } })
    await user.type(await number(), '61234567')
    await user.click(pay())
    await user.click((await dialog()).getByRole('button', { name: text.confirm.pay }))
    expect(await screen.findByText('pay HB1 by qr')).toBeTruthy()
  })

  test('comes back from the provider to the result of the order', async () => {
    rememberPayment({ outTradeNo: 'HB1' })
    const { at } = await renderScreen({ path: '/giftcard?return=1' })
    expect(at.current).toBe('/subscription-result?outTradeNo=HB1')
  })
})

test('a visitor is asked to log in, and what was entered is kept', async () => {
  const { user, call, unmount } = await renderScreen()
  await user.click(await screen.findByRole('radio', { name: /通行證/u }))
  await user.type(await number(), '61234567')
  await user.click(pay())
  expect(loginPrompt.isOpen()).toBe(true)
  expect(takePendingAction()?.action).toEqual({ kind: 'go', to: '/giftcard' })
  expect(call).not.toHaveBeenCalled()
  unmount()
  await renderScreen()
  expect((await number()).value).toBe('6123 4567')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /通行證/u }).checked).toBe(true)
})

test('without a configured kind of payment nothing is sold', async () => {
  await renderScreen({ values: { list: VALUES.map((value) => ({ ...value, providers: [] })) } })
  expect(await screen.findByText(text.buy.empty)).toBeTruthy()
})

test('values that cannot be loaded can be tried again', async () => {
  await renderScreen({ values: refusedRead('INTERNAL') })
  expect(await screen.findByText(text.buy.failed)).toBeTruthy()
})

test('a gift card is redeemed by the form of all codes', async () => {
  await renderScreen({ path: '/giftcard?view=redeem' })
  expect(screen.getByText('redeem form')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text.received)
  const current = screen.getByRole('link', { current: 'page' })
  expect(current.textContent).toBe(text.views.redeem)
})

test('sharing codes are explained to be for new members only', async () => {
  await renderScreen()
  expect(screen.getByText(text.sharing.text).textContent).toContain('只限新會員使用')
})

describe('the balance of a code', () => {
  const check = async (answer: object) => {
    const view = await renderScreen({ path: '/giftcard?view=balance', answer })
    await view.user.type(screen.getByRole('textbox', { name: codes.label }), CODE.typed)
    await view.user.click(screen.getByRole('button', { name: text.balance.check }))
    return view
  }

  test('says what it is worth, and leads on to redeem it', async () => {
    const { user, call, at } = await check({ result: 'SUCCESS', state: 'unused', grants: [grantOf()] })
    expect(call.mock.calls).toEqual([[giftCardBalance, { code: CODE.sent }]])
    expect(await screen.findByText(text.states.unused)).toBeTruthy()
    expect(screen.getByText(codes.amount.credits('200'))).toBeTruthy()
    await user.click(screen.getByRole('button', { name: text.balance.redeem }))
    expect(at.current).toBe('/giftcard?view=redeem')
    expect(readDraft('redeem').values).toEqual({ code: CODE.shown })
  })

  test.each(['redeemed', 'expired', 'voided'] as const)('of a card that is %s offers nothing', async (state) => {
    await check({ result: 'SUCCESS', state, grants: [grantOf()] })
    expect(await screen.findByText(text.states[state])).toBeTruthy()
    expect(screen.queryByRole('button', { name: text.balance.redeem })).toBeNull()
  })

  test('of a wrong code is said at the field', async () => {
    await check(refusal('WRONG_CODE'))
    expect(await screen.findByText(codes.refused.WRONG_CODE.title)).toBeTruthy()
  })
})

describe('the cards that one bought', () => {
  test('have their codes to copy until they are redeemed', async () => {
    logInMember()
    const own = card({ recipient: undefined })
    const redeemed = card({ outTradeNo: 'HB2', state: 'redeemed', code: undefined })
    const { user, at } = await renderScreen({ path: '/giftcard?view=mine', list: [own, redeemed] })
    expect(await screen.findByText(CODE.shown)).toBeTruthy()
    expect(screen.getAllByText('HB-261120-4K7Q')).toHaveLength(2)
    expect(screen.getByText(text.states.redeemed)).toBeTruthy()
    expect(screen.getByText(new RegExp(`^${text.mine.to('6••• ••21')}`, 'u'))).toBeTruthy()
    await user.click(screen.getByRole('button', { name: text.mine.copy }))
    expect(await navigator.clipboard.readText()).toBe(CODE.shown)
    await user.click(screen.getByRole('button', { name: text.balance.redeem }))
    expect(at.current).toBe('/giftcard?view=redeem')
    expect(readDraft('redeem').values).toEqual({ code: CODE.shown })
  })

  test('for others are sent again, as often and as soon as the server allows', async () => {
    logInMember()
    const given = card({ code: undefined, giverName: '大文', message: '生日快樂', resendsLeft: 2 })
    const early = card({ outTradeNo: 'HB2', code: undefined, resendsLeft: 1, resendAt: expiresAt })
    const spent = card({ outTradeNo: 'HB3', code: undefined, resendsLeft: 0 })
    const answer = { result: 'SUCCESS', resendsLeft: 1, resendAt: expiresAt }
    const { user, call } = await renderScreen({ path: '/giftcard?view=mine', list: [given, early, spent], answer })
    expect(await screen.findByText(text.mine.message('生日快樂'))).toBeTruthy()
    expect(screen.queryByRole('button', { name: text.mine.copy })).toBeNull()
    const [first, second, ...others] = screen.getAllByRole<HTMLButtonElement>('button', { name: text.mine.resend })
    expect(others).toEqual([])
    expect([first!.disabled, second!.disabled]).toEqual([false, true])
    expect(screen.getByText(text.mine.noResends)).toBeTruthy()
    await user.click(first!)
    expect(call.mock.calls).toEqual([[giftCardResend, { outTradeNo: 'HB1' }]])
  })

  test('are none yet', async () => {
    logInMember()
    await renderScreen({ path: '/giftcard?view=mine' })
    expect(await screen.findByText(text.mine.empty)).toBeTruthy()
  })

  test('are shown to members only', async () => {
    const { user } = await renderScreen({ path: '/giftcard?view=mine', list: [card()] })
    expect(screen.queryByText(CODE.shown)).toBeNull()
    await user.click(screen.getByRole('link', { name: text.mine.loginAction }))
    expect(takePendingAction()?.action).toEqual({ kind: 'go', to: '/giftcard?view=mine' })
  })
})
