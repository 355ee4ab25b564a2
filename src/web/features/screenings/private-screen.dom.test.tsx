import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  checkPlayCinema,
  privateCinemaInvitation,
  privateCinemaInvite,
  privateCinemaJoin,
  privateCinemaRemove,
  privateCinemaScreening,
} from '#contract/private-cinema.ts'
import { screenings as text } from '#text/zh_HK/screenings.ts'
import { guestTokenOf } from '#web/viewer/screenings/guest-tokens.ts'
import { formatStart } from '#web/viewer/screenings/screening-times.ts'
import { loginPrompt, readPendingAction } from '#web/viewer/session/pending-action.ts'
import { logInMember, refusal } from '../../../../test/support/codes-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import {
  type Answers,
  answering,
  inHours,
  program,
  screening,
  SECRET,
  TOKEN,
} from '../../../../test/support/screenings-web.ts'
import { PrivateScreen } from './private-screen.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  loginPrompt.close()
  vi.stubGlobal('location', { ...location, origin: 'https://harbour.example', href: location.href })
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`, 'u') })

const person = (seatId: string, change: object = {}) => ({
  seatId,
  number: 1,
  name: seatId,
  host: false,
  guest: true,
  connected: false,
  condition: 'waiting',
  ...change,
})
const seated = (change: object = {}) => ({
  result: 'SUCCESS',
  screening: screening(change),
  seatId: '子晴',
  people: [person('子晴', { host: true, guest: false }), person('阿朗')],
})
const openScreening = (answers: Answers) =>
  renderWeb(<PrivateScreen />, { path: '/private?screeningId=own', answer: answering(answers) })

describe('a screening', () => {
  test('is entered once the server allows it; its token is in no address', async () => {
    const { call } = await openScreening([
      [privateCinemaScreening, seated()],
      [checkPlayCinema, { result: 'SUCCESS', allowed: true }],
    ])
    const enter = await screen.findByRole('link', { name: text.room.play })
    expect(enter.getAttribute('href')).toBe('#/private/play?screeningId=own')
    expect(call.mock.calls.map(([endpoint]) => endpoint)).toEqual([privateCinemaScreening, checkPlayCinema])
  })

  test('that was just bought says so once: the address keeps nothing of it for the way back from the room', async () => {
    const { at } = await renderWeb(<PrivateScreen />, {
      path: '/private?screeningId=own&bought=1',
      answer: answering([
        [privateCinemaScreening, seated()],
        [checkPlayCinema, { result: 'SUCCESS', allowed: true }],
      ]),
    })
    expect(await screen.findByText(text.room.bought)).toBeTruthy()
    await waitFor(() => expect(at.current).toBe('/private?screeningId=own'))
    expect(screen.getByText(text.room.bought)).toBeTruthy()
  })

  test('cannot be entered before its start, and says when', async () => {
    await openScreening([[privateCinemaScreening, seated({ status: 'upcoming', startsAt: inHours(30) })]])
    expect(await screen.findByText(text.room.startsIn)).toBeTruthy()
    expect(screen.getByText(/1 日/u)).toBeTruthy()
    expect(screen.queryByRole('link', { name: text.room.play })).toBeNull()
  })

  test.each([
    ['upcoming', / 開場$/u],
    ['open', / 已開場$/u],
    ['ended', / 已開場$/u],
  ])('that is %s says when it starts, or has started', async (status, line) => {
    await openScreening([
      [privateCinemaScreening, seated({ status })],
      [checkPlayCinema, { result: 'SUCCESS', allowed: true }],
    ])
    expect(await screen.findByText(line)).toBeTruthy()
  })

  test('has a tile for each seat; the host takes one back after a question', async () => {
    const { user, call } = await openScreening([
      [privateCinemaScreening, seated()],
      [privateCinemaRemove, { result: 'SUCCESS', guestURL: '' }],
    ])
    expect(await screen.findAllByText(text.room.empty)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: text.room.remove('阿朗') }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: text.room.removeAction }))
    expect(call).toHaveBeenCalledWith(privateCinemaRemove, { screeningId: 'own', seatId: '阿朗' })
  })

  test('has plain empty seats for a guest, who cannot invite', async () => {
    await openScreening([[privateCinemaScreening, { ...seated({ host: false, guestURL: undefined }), seatId: '阿朗' }]])
    const seat = (await screen.findByText(text.room.empty)).closest('li')
    expect(seat?.querySelector('svg')).toBeNull()
  })

  test('has a link that its host replaces after a question', async () => {
    const { user, call } = await openScreening([[privateCinemaScreening, seated()]])
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: text.room.linkField })
    expect(field.value).toBe(`https://harbour.example/#/private?guest=${SECRET}`)
    await user.click(screen.getByRole('button', { name: text.room.renew }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: text.room.renew }))
    expect(call).toHaveBeenCalledWith(privateCinemaInvite, { screeningId: 'own', renew: true })
  })

  test('has an invitation that is shared by the device’s own dialog, and copied where there is none', async () => {
    const url = `https://harbour.example/#/private?guest=${SECRET}`
    const share = vi.fn<(shared: object) => Promise<void>>(async () => {})
    const startsAt = '2026-11-22T12:15:00Z'
    vi.stubGlobal('navigator', { share })
    const answers: Answers = [[privateCinemaScreening, seated({ startsAt })]]
    const { user, unmount } = await openScreening(answers)
    await user.click(await button(text.room.share))
    const said = text.room.shareText('北行慢車', formatStart(startsAt, 'zh_HK'))
    expect(share.mock.calls).toEqual([[{ title: '北行慢車', text: said, url }]])
    unmount()
    vi.unstubAllGlobals()
    vi.stubGlobal('location', { ...location, origin: 'https://harbour.example', href: location.href })
    const { user: other } = await openScreening(answers)
    await other.click(await button(text.room.copy))
    expect(await navigator.clipboard.readText()).toBe(url)
    expect(screen.queryByRole('button', { name: text.room.share })).toBeNull()
  })

  test.each([
    ['by who was removed', 'NOT_FOUND'],
    ['under a malformed id', 'INVALID_INPUT'],
  ] as const)('is not found %s', async (_, errorCode) => {
    await openScreening([[privateCinemaScreening, refusal(errorCode)]])
    expect(await screen.findByText(text.room.goneText)).toBeTruthy()
  })
})

const invitation = (change: object = {}) => ({
  result: 'SUCCESS',
  program: program(),
  hostName: '子晴',
  startsAt: inHours(-1),
  endsAt: inHours(47),
  status: 'open',
  seatsLeft: 2,
  loginRequired: false,
  ...change,
})
const openLink = (answers: Answers) =>
  renderWeb(<PrivateScreen />, { path: `/private?guest=${SECRET}`, answer: answering(answers) })

describe('a guests’ link', () => {
  test('takes the seat and goes in by one click while the screening is open', async () => {
    const { user, at } = await openLink([
      [privateCinemaInvitation, invitation()],
      [privateCinemaJoin, { result: 'SUCCESS', screeningId: 'own', seatId: 'g', guestToken: TOKEN }],
      [privateCinemaScreening, { ...seated({ host: false, guestURL: undefined }), seatId: '阿朗' }],
    ])
    await user.type(await screen.findByLabelText(text.join.name), '海棠')
    await user.click(await button(text.join.action))
    await waitFor(() => expect(at.current).toBe('/private/play?screeningId=own'))
    expect(guestTokenOf('own')).toBe(TOKEN)
  })

  test('gives a seat for a name, kept in this browser; the secret leaves the address', async () => {
    const { user, call, at } = await openLink([
      [privateCinemaInvitation, invitation({ status: 'upcoming', startsAt: inHours(1) })],
      [privateCinemaJoin, { result: 'SUCCESS', screeningId: 'own', seatId: 'g', guestToken: TOKEN }],
      [privateCinemaScreening, { ...seated({ host: false, guestURL: undefined }), seatId: '阿朗' }],
      [checkPlayCinema, { result: 'SUCCESS', allowed: true }],
    ])
    await user.type(await screen.findByLabelText(text.join.name), ' 海棠 ')
    await user.click(await button(text.join.action))
    const submissionId = expect.stringMatching(/^[0-9a-f]{32}$/) as string
    expect(call).toHaveBeenCalledWith(privateCinemaJoin, { guest: SECRET, name: '海棠', submissionId })
    await waitFor(() => expect(at.current).toBe('/private?screeningId=own'))
    expect(guestTokenOf('own')).toBe(TOKEN)
    expect(await screen.findByText(text.invited)).toBeTruthy()
    expect(screen.queryByRole('button', { name: text.room.remove('阿朗') })).toBeNull()
  })

  test('is joined again by the same submission when the response was lost, also after a reload and when it is full', async () => {
    const lost = [privateCinemaJoin, refusal('NETWORK')] as const
    const joinOf = ({ call }: Awaited<ReturnType<typeof openLink>>) =>
      call.mock.calls.filter(([endpoint]) => endpoint === privateCinemaJoin).map(([, input]) => input)
    const join = async ({ user }: Awaited<ReturnType<typeof openLink>>) => {
      const field = await screen.findByLabelText(text.join.name)
      await user.clear(field)
      await user.type(field, '海棠')
      await user.click(await button(text.join.action))
    }
    const opened = await openLink([[privateCinemaInvitation, invitation()], lost])
    await join(opened)
    await join(opened)
    opened.unmount()
    const full = [privateCinemaInvitation, invitation({ seatsLeft: 0 })] as const
    const reloaded = await openLink([full, [privateCinemaJoin, refusal('NOT_ALLOWED')]])
    await join(reloaded)
    const [first, ...again] = [...joinOf(opened), ...joinOf(reloaded)]
    expect(again).toEqual([first, first])
    reloaded.unmount()
    await openLink([full])
    expect(await screen.findByText(text.join.full)).toBeTruthy()
  })

  test('to a title of class III asks visitors to log in, and members not for a name', async () => {
    const { user, unmount } = await openLink([[privateCinemaInvitation, invitation({ loginRequired: true })]])
    // With its spaces that do not break.
    expect(await screen.findByText(text.join.adult, { normalizer: String })).toBeTruthy()
    const link = await screen.findByRole('link', { name: text.join.logIn })
    expect(link.getAttribute('href')).toBe('#/login')
    await user.click(link)
    expect(readPendingAction()?.action).toMatchObject({ kind: 'go' })
    unmount()
    logInMember()
    // Of another tab than the one that left to log in.
    sessionStorage.removeItem('harbour.join')
    await openLink([[privateCinemaInvitation, invitation({ loginRequired: true })]])
    expect(await button(text.join.asMember)).toBeTruthy()
    expect(screen.queryByLabelText(text.join.name)).toBeNull()
  })

  test('is joined after a login that was begun on it, without another click; by another link it is not', async () => {
    const joined = [privateCinemaJoin, { result: 'SUCCESS', screeningId: 'own', seatId: 'g' }] as const
    const { user, unmount } = await openLink([[privateCinemaInvitation, invitation()]])
    await user.click(await screen.findByRole('link', { name: text.join.orLogIn }))
    unmount()
    logInMember()
    const seat = [privateCinemaScreening, seated()] as const
    const { call, at, unmount: leave } = await openLink([[privateCinemaInvitation, invitation()], joined, seat])
    await waitFor(() => expect(at.current).toBe('/private/play?screeningId=own'))
    expect(call).toHaveBeenCalledWith(privateCinemaJoin, { guest: SECRET })
    leave()
    const later = await openLink([[privateCinemaInvitation, invitation()], joined])
    expect(await button(text.join.asMember)).toBeTruthy()
    expect(later.call).not.toHaveBeenCalledWith(privateCinemaJoin, expect.anything())
  })

  test('tells members too that joining costs nothing', async () => {
    logInMember()
    await openLink([[privateCinemaInvitation, invitation()]])
    expect(await screen.findByText(text.join.free)).toBeTruthy()
  })

  test('without a free seat, or that was replaced, says so', async () => {
    const { unmount } = await openLink([[privateCinemaInvitation, invitation({ seatsLeft: 0 })]])
    expect(await screen.findByText(text.join.full)).toBeTruthy()
    unmount()
    await openLink([[privateCinemaInvitation, refusal('NOT_FOUND')]])
    expect(await screen.findByText(text.join.goneTitle)).toBeTruthy()
  })

  test('of who has a seat leads to it', async () => {
    const { at } = await openLink([
      [privateCinemaInvitation, invitation({ screeningId: 'own' })],
      [privateCinemaScreening, seated()],
    ])
    await waitFor(() => expect(at.current).toBe('/private?screeningId=own'))
  })
})
