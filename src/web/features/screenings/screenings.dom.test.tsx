import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { paymentStatus, setupPaypal } from '#contract/payments.ts'
import {
  obtainPersonalCinema,
  privateCinemaCreate,
  privateCinemaList,
  privateCinemaQuote,
} from '#contract/private-cinema.ts'
import { rentals } from '#text/zh_HK/rentals.ts'
import { screenings as text } from '#text/zh_HK/screenings.ts'
import { serverOffset } from '#web/kit/server-clock.ts'
import { loginPrompt, takePendingAction } from '#web/viewer/session/pending-action.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { setSiteConfig } from '#web/viewer/site-config/site-config.ts'
import { accountOf, logInMember, refusal } from '../../../../test/support/codes-web.ts'
import { OFF_CLOCKS, putDeviceAhead } from '../../../../test/support/device-clock.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import {
  type Answers,
  answering,
  inHours,
  program,
  quote,
  screening,
  slot,
} from '../../../../test/support/screenings-web.ts'
import { PayCinemaScreen } from './pay-cinema-screen.tsx'
import { PrivateCinemaScreen } from './private-cinema-screen.tsx'

const Nothing = () => null
const assign = vi.fn<(url: string) => void>()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  loginPrompt.close()
  assign.mockClear()
  vi.stubGlobal('location', { ...location, origin: 'https://harbour.example', href: location.href, assign })
})
afterEach(() => vi.unstubAllGlobals())

const openList = (list: object[], own: object[] = [], path = '/private_cinema') =>
  renderWeb(<PrivateCinemaScreen PaymentDialog={Nothing} />, {
    path,
    reads: [
      [privateCinemaList, { list }],
      [obtainPersonalCinema, { list: own }],
      [privateCinemaQuote, quote()],
      [userProfile, accountOf()],
    ],
  })

describe('what is on sale', () => {
  test('says its price, its seats, that it sells fast, and that it is sold out', async () => {
    await openList([
      slot('a'),
      slot('b', { state: 'few', available: 3 }),
      slot('c', { state: 'held', available: 0, retryAt: '2026-11-22T12:15:00Z' }),
      slot('d', { state: 'soldOut', available: 0 }),
      slot('e', { screeningId: 'own' }),
    ])
    const list = await screen.findByRole('list', { name: text.onSale })
    expect(within(list).getAllByText('128 點')).toHaveLength(3)
    for (const line of ['尚餘 14 座，共 40 座', '最後 3 座', '熱賣中', '請於 20:15 後再試', '滿座', '已購場次'])
      expect(within(list).getByText(line)).toBeTruthy()
    const links = within(list).getAllByRole<HTMLAnchorElement>('link')
    expect(links[0]?.getAttribute('href')).toBe('#/paycinema?slotId=a')
    expect(links[4]?.getAttribute('href')).toBe('#/private?screeningId=own')
  })

  test('a list that is awaited is rows without content, not a spinner, and beside it the room of the buying panel is kept', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
    const list = Promise.withResolvers<object>()
    const { container } = await renderWeb(<PrivateCinemaScreen PaymentDialog={Nothing} />, {
      path: '/private_cinema',
      reads: [[privateCinemaList, list.promise]],
    })
    const hasRoom = () => container.querySelector('[data-aside]') !== null
    expect(hasRoom()).toBe(true)
    const awaited = () => container.querySelector('[data-awaited]')
    expect(awaited()?.querySelectorAll('li').length).toBeGreaterThan(1)
    expect([screen.queryByRole('status'), awaited()?.querySelector('svg')]).toEqual([null, null])
    await act(async () => list.resolve({ list: [slot('a')] }))
    expect(await screen.findByRole('region', { name: text.buy.title })).toBeTruthy()
    expect(hasRoom()).toBe(true)
    expect(awaited()).toBeNull()
  })

  test('none is said so; a visitor’s own screenings need the login', async () => {
    const { user } = await openList([])
    expect(await screen.findByText(text.none)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: text.mine }))
    expect(loginPrompt.isOpen()).toBe(true)
  })

  test('a member sees the own screenings', async () => {
    logInMember()
    await openList([], [screening()], '/private_cinema?view=mine')
    const list = await screen.findByRole('list', { name: text.mine })
    expect(within(list).getByText(text.status.open)).toBeTruthy()
    expect(within(list).getByText(text.hosting)).toBeTruthy()
  })
})

interface Buying {
  of?: object
  quoted?: object | (() => object)
  partner?: string
  answers?: Answers
  /** The payment that this tab has begun. */
  paid?: object
}

const openPay = ({ of = {}, quoted = quote(), partner = 'anyplex', answers = [], paid }: Buying = {}) =>
  renderWeb(<PayCinemaScreen PaymentDialog={Nothing} />, {
    path: '/paycinema?slotId=a',
    reads: [
      [privateCinemaList, { list: [slot('a', of)] }],
      [privateCinemaQuote, quoted],
      [userProfile, accountOf(partner)],
      ...(paid ? [[paymentStatus, paid] as const] : []),
    ],
    answer: answering(answers),
  })
const refused =
  (code: string, more: object = {}) =>
  () => {
    throw Object.assign(new Error(`server: ${code}`), { code, failure: refusal(code, more) })
  }
const button = (name: string) => screen.findByRole('button', { name: new RegExp(`^${keepUnits(name)}`, 'u') })

describe('buying', () => {
  test.each([
    [
      'says its price per seat, and why a rental is cheaper',
      { credits: 90, seats: 5 },
      [keepUnits(text.buy.perSeat('5', '18'))],
    ],
    ['for one person has no price per seat', { credits: 90, seats: 1 }, []],
    ['with a price that its seats do not divide says none per seat', { credits: 128, seats: 5 }, []],
  ])('a screening %s', async (_, of, shown) => {
    await openPay({ of })
    const panel = within(await screen.findByRole('region', { name: text.buy.title }))
    expect(panel.queryAllByText(/每座/u).map(({ textContent }) => textContent)).toEqual(shown)
  })

  test.each([
    [-1, text.buy.started, /已開場，可看至/u],
    [5, text.buy.starts, /\d 開場，可看至/u],
  ])('a start %i hours from now says whether it is over, also before credits are spent', async (hours, label, said) => {
    logInMember()
    const { user } = await openPay({ of: { startsAt: inHours(hours) } })
    expect((await screen.findByText(label)).tagName).toBe('DT')
    await user.click(await button(text.buy.payCredits('128')))
    expect((await screen.findByRole('dialog')).textContent).toMatch(said)
  })

  test.each([
    [5, true],
    [-1, false],
  ])('of a start %i hours from now the whole span is promised: %s', async (hours, isWhole) => {
    logInMember()
    await openPay({ of: { startsAt: inHours(hours), endsAt: inHours(hours + 48) } })
    const pay = await button(text.buy.payCredits('128'))
    expect(pay.textContent?.includes(keepUnits(text.buy.noteHours('48')))).toBe(isWhole)
    expect(document.body.textContent.includes(keepUnits(text.buy.span('48')))).toBe(isWhole)
  })

  test('a demo clip is called so beside its price', async () => {
    setSiteConfig({ demo: true })
    await openPay({ of: { program: program({ duration: 37 }) } })
    expect(await screen.findByText(text.demoClip('37 秒'))).toBeTruthy()
    setSiteConfig({})
  })

  test('with credits: what is left, and the screening once it is bought', async () => {
    logInMember()
    const { user, call, at } = await openPay({
      answers: [[privateCinemaCreate, { result: 'SUCCESS', screening: screening(), charged: 128, unit: 'credits' }]],
    })
    expect(await screen.findByText(text.buy.creditsLeft('194', '66'))).toBeTruthy()
    await user.click(await button(text.buy.payCredits('128')))
    const dialog = within(await screen.findByRole('dialog', { name: text.buy.confirmTitle('北行慢車') }))
    for (const line of [rentals.buckets.monthly, rentals.owned('194'), text.buy.creditsAfter('66')])
      expect(dialog.getByText(line)).toBeTruthy()
    expect(call).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('button', { name: keepUnits(text.buy.payCredits('128')) }))
    expect(call.mock.calls[0]?.[1]).toMatchObject({ programId: 'train', payment: 128, resourceId: 'quote' })
    await waitFor(() => expect(at.current).toBe('/private?screeningId=own&bought=1'))
  })

  test('with a ticket, for a telecom partner’s member', async () => {
    logInMember('hgc')
    await openPay({ partner: 'hgc', quoted: quote({ unit: 'tickets', payment: 1, owned: 2, left: 1 }) })
    expect(await button(text.buy.payTickets('1'))).toBeTruthy()
    expect(screen.getByText(text.buy.ticketsLeft('2', '1'))).toBeTruthy()
    expect(screen.getByText(text.buy.ticketsOwned('1', '2'))).toBeTruthy()
  })

  test.each([
    ['anyplex', 'INSUFFICIENT_CREDITS', `${text.buy.topUp} ${text.buy.missing('68')}`, '#/paypiont?slot=a'],
    ['hgc', 'INSUFFICIENT_TICKETS', text.buy.redeem, '#/recode'],
  ])('a member of %s with too little is shown the ways on', async (partner, code, name, href) => {
    logInMember(partner)
    const { user } = await openPay({ partner, quoted: refused(code), of: { providers: ['paypal'] } })
    expect(await button(text.buy.payMoney)).toBeTruthy()
    await user.click(screen.getAllByRole('radio')[0]!)
    expect((await screen.findByRole('link', { name: keepUnits(name) })).getAttribute('href')).toBe(href)
  })

  test('to a provider: its page opens, and the seats are held meanwhile', async () => {
    logInMember()
    const nextAction = { type: 'redirect', url: 'https://pay.example/1', expiresAt: inHours(1) }
    const { user, call } = await openPay({
      answers: [[setupPaypal, { result: 'SUCCESS', outTradeNo: 'n1', status: 'pending', nextAction }]],
    })
    await screen.findByText(text.buy.creditsLeft('194', '66'))
    expect(screen.queryByText(text.providers.crypto)).toBeNull()
    await user.click(screen.getByRole('radio', { name: new RegExp(text.providers.paypal, 'u') }))
    await user.click(await button(text.buy.payMoney))
    expect(call.mock.calls[0]?.[1]).toMatchObject({
      purpose: 'cinema',
      purposeId: 'a',
      amount: 12_800,
      provider: 'paypal',
      continueURL: 'https://harbour.example/#/paycinema?slotId=a&return=1',
    })
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/1'))
  })

  test.each([
    ['SELLING_FAST', text.sellingFast],
    ['PARENTAL_CODE_REQUIRED', text.buy.parental],
    ['403', 'server: 403'],
  ])('%s: nothing can be paid, and the reason is said', async (code, said) => {
    logInMember()
    await openPay({ quoted: refused(code, { retryAfter: 60 }) })
    // With its spaces that do not break.
    expect(await screen.findByText(said, { normalizer: String })).toBeTruthy()
    expect(screen.queryAllByRole('radio')).toEqual([])
  })

  test('a price that has changed is confirmed again', async () => {
    logInMember()
    const { user } = await openPay({ answers: [[privateCinemaCreate, refusal('QUOTE_EXPIRED')]] })
    await user.click(await button(text.buy.payCredits('128')))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: keepUnits(text.buy.payCredits('128')) }))
    expect((await screen.findAllByText(text.buy.changed)).length).toBeGreaterThan(0)
    expect(
      screen.getAllByRole('button', { name: new RegExp(keepUnits(text.buy.payCredits('128')), 'u') }),
    ).toHaveLength(2)
  })

  test('a visitor logs in first; a start that is over is gone', async () => {
    const { user, unmount } = await openPay()
    const link = await screen.findByRole('link', { name: text.buy.logIn })
    expect(link.getAttribute('href')).toBe('#/login')
    await user.click(link)
    expect(takePendingAction()?.action).toEqual({ kind: 'go', to: '/paycinema?slotId=a' })
    unmount()
    await renderWeb(<PayCinemaScreen PaymentDialog={Nothing} />, {
      path: '/paycinema?slotId=x',
      reads: [[privateCinemaList, { list: [] }]],
    })
    expect(await screen.findByText(text.buy.gone)).toBeTruthy()
  })
})

describe('the price is kept until the quote expires', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => {
    vi.useRealTimers()
    serverOffset.reset()
  })
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
  const secondsKept = () => {
    const [, minutes = '', seconds = ''] = /(\d+):(\d+)$/u.exec(screen.getByRole('timer').textContent!)!
    return Number(minutes) * 60 + Number(seconds)
  }

  test.each(OFF_CLOCKS)('by the server’s clock, on a device that is %s', async (_, minutes) => {
    logInMember()
    const inMinutes = putDeviceAhead(minutes)
    const quoted = vi.fn<() => object>(() => quote({ quoteExpiresAt: inMinutes(10) }))
    await openPay({ quoted })
    const buy = await button(text.buy.payCredits('128'))
    expect(secondsKept()).toBeGreaterThan(590)
    expect(secondsKept()).toBeLessThanOrEqual(602)
    await pass(60)
    expect(secondsKept()).toBeLessThanOrEqual(542)
    expect(await button(text.buy.payCredits('128'))).toBe(buy)
    expect(quoted).toHaveBeenCalledOnce()
    await pass(545)
    expect(quoted).toHaveBeenCalledTimes(2)
  })

  test('one that has expired before it came is not renewed again and again: it can be used', async () => {
    logInMember()
    const quoted = vi.fn<() => object>(() => quote({ quoteExpiresAt: inHours(-1) }))
    await openPay({ quoted })
    const buy = await button(text.buy.payCredits('128'))
    await pass(30)
    expect(quoted).toHaveBeenCalledOnce()
    expect(await button(text.buy.payCredits('128'))).toBe(buy)
    expect(screen.queryByRole('timer')).toBeNull()
  })

  test.each(OFF_CLOCKS)('and seats are held for as long, on a device that is %s', async (_, minutes) => {
    logInMember()
    const inMinutes = putDeviceAhead(minutes)
    rememberPayment({ outTradeNo: 'n1' })
    const payment = { purpose: 'cinema', purposeId: 'a', status: 'pending', expiresAt: inMinutes(15) }
    await openPay({ paid: payment })
    // Time passes until the page is there.
    const shown = new RegExp(`^${text.buy.seatsKept} (15:00|14:\\d\\d)$`)
    const held = await screen.findByText((_text, element) => shown.test(element?.textContent ?? ''))
    expect(held.getAttribute('role')).toBe('timer')
  })
})
