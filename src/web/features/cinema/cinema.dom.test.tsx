import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { userInfo, userProfile } from '#contract/accounts.ts'
import { cinemaList, cinemaNotify, cinemaShowtimes, redeemTicket } from '#contract/cinema.ts'
import { cinema as text } from '#text/zh_HK/cinema.ts'
import { DEFAULT_CONFIG, setSiteConfig } from '#web/viewer/site-config/site-config.ts'
import { loginPrompt } from '#web/viewer/session/pending-action.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { accountOf, logInMember, refusal } from '../../../../test/support/codes-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { CinemaScreen } from './cinema-screen.tsx'

const film = (programId: string, change: object = {}) => ({
  programId,
  status: 'showing',
  title: `片 ${programId}`,
  otherTitle: `Film ${programId}`,
  description: '',
  genres: ['action'],
  restriction: 'IIA',
  minutes: 131,
  locale: 'yue',
  releaseDate: '2026-11-01',
  imageURL: '',
  keyartImageURL: '',
  hasShowtimes: true,
  ...change,
})
const SOON = film('soon', { status: 'coming', hasShowtimes: false, releaseDate: '2099-12-03' })
const showtime = (showtimeId: string, time: string, change: object = {}) => ({
  showtimeId,
  startsAt: `2099-11-23T${time}:00+08:00`,
  locale: 'yue',
  subtitles: ['zh-Hant', 'en'],
  format: '2D',
  amount: 9_500,
  state: 'open',
  ticketSeats: 8,
  ...change,
})
const cinemaOf = (cinemaId: string, region: string, name: string, showtimes: object[]) => ({
  cinemaId,
  region,
  districtId: cinemaId,
  district: `${name}區`,
  name,
  address: '某街 1 號',
  amount: 9_500,
  showtimes,
})
const DAYS = [23, 24, 25, 26, 27, 28, 29].map((day) => ({ date: `2099-11-${day}`, showtimes: day === 29 ? 0 : 5 }))
const DAY = {
  date: '2099-11-23',
  days: DAYS,
  currency: 'HKD',
  list: [
    cinemaOf('one', 'HK', '海旁', [
      showtime('a', '14:20', { state: 'started' }),
      showtime('b', '16:50', { subtitles: [] }),
      showtime('c', '21:15', { state: 'full' }),
      showtime('d', '23:55', { state: 'few', seatsLeft: 6 }),
    ]),
    cinemaOf('two', 'MO', '龍環', [showtime('e', '18:00', { ticketSeats: 0, format: 'Atmos' })]),
  ],
}
const NOTHING = { date: '2099-11-23', days: DAYS.map((day) => ({ ...day, showtimes: 0 })), currency: 'HKD', list: [] }

beforeEach(() => {
  // The simulated DOM has no layout and no scrolling.
  Element.prototype.scrollIntoView = () => {}
  sessionStorage.clear()
  localStorage.clear()
  loginPrompt.close()
  setSiteConfig(DEFAULT_CONFIG)
})

type Options = {
  films?: object[]
  path?: string
  answer?: object
  partner?: string
  tickets?: number
  day?: object | null
}
function renderCinema({ films = [film('A'), film('B'), SOON], path = '', day = DAY, ...change }: Options = {}) {
  const { answer = { result: 'SUCCESS', notify: true }, partner = 'hgc', tickets = 2 } = change
  const { profile } = accountOf()
  return renderWeb(<CinemaScreen />, {
    path: `/cinema${path}`,
    reads: [
      [cinemaList, { list: films }],
      [cinemaShowtimes, (query: URLSearchParams) => (query.get('programId') === 'soon' ? NOTHING : day)],
      [userProfile, { profile: { ...profile, partner, tickets } }],
      [
        userInfo,
        {
          tickets,
          ticketList: tickets > 0 ? [{ kind: 'cinema', count: tickets, expiresAt: '2099-12-31T16:00:00Z' }] : [],
        },
      ],
    ] as never,
    answer: () => answer,
  })
}
const chip = (time: string, word: string) => screen.findByRole<HTMLButtonElement>('button', { name: `${time} ${word}` })

const LENGTH = '2 小時 11 分'
const TRAILER = { programId: 'A', programGuid: 'A-trailer' }
test.each([
  ['the demo, which plays a clip of it, that it is the one in cinemas', true, TRAILER, text.lengthInCinemas(LENGTH)],
  ['the demo, which plays nothing of it, only the time', true, undefined, LENGTH],
  ['a service with whole films only the time', false, TRAILER, LENGTH],
])('the length of a film says in %s', async (_, demo, trailer, shown) => {
  setSiteConfig({ demo })
  await renderCinema({ films: [film('A', { trailer })] })
  const facts = within(await screen.findByRole('region', { name: '片 A' })).getAllByRole('listitem')
  expect(facts.map(({ textContent }) => textContent)).toContain(shown)
})

describe('the showtimes', () => {
  test('say in one word what sets them apart; what is over or full cannot be chosen', async () => {
    await renderCinema()
    expect((await chip('14:20', text.states.started)).disabled).toBe(true)
    expect((await chip('21:15', text.states.full)).disabled).toBe(true)
    expect((await chip('23:55', text.few('6'))).disabled).toBe(false)
    expect((await chip('18:00', 'Atmos')).disabled).toBe(false)
    expect((await chip('16:50', '粵語')).getAttribute('aria-pressed')).toBe('true')
    const days = within(screen.getByRole('list', { name: text.days })).getAllByRole('button')
    expect(days).toHaveLength(7)
    expect(days[6]!.textContent).toContain(text.dayCount(0))
  })

  test('are named by what is seen, then by what is only read aloud', async () => {
    await renderCinema()
    await chip('14:20', text.states.started)
    const strip = within(screen.getByRole('list', { name: text.days }))
    expect(strip.getByRole('button', { name: /^星期一 2099年11月23日\s?，5 場$/u })).toBeTruthy()
    expect(strip.getByRole('button', { name: /^星期日 2099年11月29日\s?，沒有場次$/u })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^星期一 16:50 購票\s*HK\$95\s+海旁$/u })).toBeTruthy()
  })

  test('are narrowed to a region and a district, which the address keeps', async () => {
    const { user, at } = await renderCinema()
    await user.click(await screen.findByRole('button', { name: text.areas.MO }))
    expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual(['龍環區龍環'])
    expect(at.current).toBe('/cinema?area=MO')
    await user.selectOptions(screen.getByRole('combobox'), 'two')
    expect(at.current).toBe('/cinema?area=two')
  })

  test('of an area without any lead back to all', async () => {
    const { user } = await renderCinema({ path: '?area=nowhere' })
    await user.click(await screen.findByRole('button', { name: text.showAll }))
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2)
  })

  test('that cannot be loaded say so, and leave the film', async () => {
    await renderCinema({ day: null })
    expect(await screen.findByText(text.failedShowtimes)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2, name: '片 A' })).toBeTruthy()
  })
})

test('a poster that has the focus is scrolled into view whole', async () => {
  await renderCinema()
  const poster = await screen.findByRole('button', { name: '片 B' })
  const scroll = vi.fn()
  poster.scrollIntoView = scroll
  poster.focus()
  expect(scroll).toHaveBeenCalledWith({ block: 'nearest', inline: 'center' })
})

test('without a film each tab says that there is none', async () => {
  const { user } = await renderCinema({ films: [] })
  expect(await screen.findByText(text.none.showing)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: new RegExp(`^${text.tabs.coming}`) }))
  expect(screen.getByText(text.none.coming)).toBeTruthy()
})

describe('a coming film', () => {
  test('can be waited for, after login', async () => {
    const { user, call } = await renderCinema({ path: '?status=coming' })
    expect(await screen.findByText(text.notYet)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: text.notifyOf('片 soon') }))
    expect([loginPrompt.isOpen(), call.mock.calls]).toEqual([true, []])
  })

  test('is waited for by a member', async () => {
    logInMember()
    const { user, call } = await renderCinema({ path: '?status=coming' })
    await user.click(await screen.findByRole('button', { name: text.notifyOf('片 soon') }))
    expect(call.mock.calls).toEqual([[cinemaNotify, { programId: 'soon', notify: true }]])
  })
})

describe('a cinema ticket', () => {
  const open = async ({ user }: Awaited<ReturnType<typeof renderCinema>>, time = '16:50', word = '粵語') => {
    await user.click(await chip(time, word))
    if (!screen.queryByRole('dialog')) await user.click(await chip(time, word))
    return screen.findByRole('dialog')
  }
  const redeemButton = (dialog: HTMLElement) =>
    within(dialog).queryByRole('button', { name: keepUnits(text.dialog.redeem) })

  test('is used after a confirmation that says what is left; the same request is sent again after a refusal', async () => {
    logInMember()
    const view = await renderCinema({ answer: refusal('SELLING_FAST') })
    await screen.findByText(text.ticket.about('2099年12月31日 23:59'))
    const dialog = await open(view)
    await view.user.click(redeemButton(dialog)!)
    expect(view.call).not.toHaveBeenCalled()
    expect(within(dialog).getByText(text.dialog.balanceChange('2', '1'))).toBeTruthy()
    const confirm = within(dialog).getByRole('button', { name: text.dialog.confirm })
    await view.user.click(confirm)
    expect((await within(dialog).findByRole('alert')).textContent).toBe(text.dialog.soldOut)
    await view.user.click(confirm)
    const [[endpoint, first], [, second]] = view.call.mock.calls as [[unknown, object], [unknown, object]]
    expect(endpoint).toBe(redeemTicket)
    expect(first).toEqual({ showtimeId: 'b', submissionId: expect.stringMatching(/^[0-9a-f]{24}$/) })
    expect(second).toEqual(first)
  })

  test('shows its code once it is used', async () => {
    logInMember()
    const view = await renderCinema({ answer: { result: 'SUCCESS', ticketCode: 'K7QM2XPD9A3B' } })
    await screen.findByText(text.ticket.about('2099年12月31日 23:59'))
    const dialog = await open(view)
    await view.user.click(redeemButton(dialog)!)
    await view.user.click(within(dialog).getByRole('button', { name: text.dialog.confirm }))
    expect(await screen.findByText('K7QM 2XPD 9A3B')).toBeTruthy()
  })

  test.each([
    ['a member of no telecom partner', { partner: 'anyplex', tickets: 0 }, text.ticket.aboutOthers],
    ['a member without tickets', { tickets: 0 }, text.ticket.aboutNone],
  ])('is not offered to %s, who reads how', async (_, who, about) => {
    logInMember()
    const view = await renderCinema(who)
    expect(await screen.findByText(about)).toBeTruthy()
    expect(redeemButton(await open(view))).toBeNull()
  })

  test('is not offered where no seat is kept for one', async () => {
    logInMember()
    const view = await renderCinema()
    await screen.findByText(text.ticket.about('2099年12月31日 23:59'))
    expect(redeemButton(await open(view, '18:00', 'Atmos'))).toBeNull()
  })
})
