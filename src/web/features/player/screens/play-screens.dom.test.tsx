import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { player as text } from '#text/zh_HK/player.ts'
import { type Program, revampDetail } from '#contract/programs.ts'
import type { Playback } from '../engine/engine.ts'
import { rememberBrowsed } from '#web/viewer/navigation/browsed-list.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { closeGates } from '#web/viewer/playback-gates/playback-gates.ts'
import { fakePlayback } from '../../../../../test/support/fake-playback.ts'
import { programOnSale } from '../../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../../test/support/render-web.tsx'
import { PlayDramaScreen, PlayScreen } from './play-screens.tsx'

type Request = Playback['request']

const created = vi.fn<(request: Request) => void>()
vi.mock('../engine/playback.ts', () => ({
  createPlayback(request: Request) {
    created(request)
    return fakePlayback(request).playback
  },
}))

vi.mock('../engine/quality-report.ts', () => ({ reportQuality: () => () => {} }))

beforeEach(() => created.mockClear())
afterEach(closeGates)

const OWN = '/p/pier/1.mp4'
const TRAILER = '/p/pier-trailer/2.mp4'
const OTHER = '/p/adult/3.mp4'
const episode = (number: number) => ({ programGuid: `pier.${number}`, episode: number, season: 1, title: '' })

const programOf = (change: Partial<Program> = {}) =>
  programOnSale({
    openingVideo: '',
    movie: { orderURL: '', previewURL: OWN },
    trailer: { orderURL: '', previewURL: TRAILER },
    dramaList: [],
    ...change,
  })
const SERIES = programOf({
  programType: 'drama',
  programGuid: 'pier.1',
  dramaList: [episode(1), episode(2)] as Program['dramaList'],
})

const open = (path: string, program: Program | Promise<{ program: Program }>) =>
  renderWeb(path.startsWith('/PlayDrama') ? <PlayDramaScreen /> : <PlayScreen />, {
    path,
    reads: [[revampDetail, program instanceof Promise ? program : { program }]],
  })

/** The preview files of the playbacks that were created; undefined for the title itself. */
const files = () => created.mock.calls.map(([{ file }]) => file)
const fileUrl = (path: string) => `${location.origin}${path}`

test.each([OWN, TRAILER])('the title’s own preview %s plays, also before the title is bought', async (previewURL) => {
  await open(`/play?programId=pier&programGuid=pier&previewURL=${previewURL}`, programOf())
  await waitFor(() => expect(files()).toEqual([fileUrl(previewURL)]))
})

test('another title’s preview is not played: the title is, with its gates', async () => {
  await open(`/play?programId=pier&programGuid=pier&previewURL=${OTHER}`, programOf())
  await waitFor(() => expect(files()).toEqual([undefined]))
})

test('nothing plays before it is known whether the preview is the title’s own', async () => {
  const detail = Promise.withResolvers<{ program: Program }>()
  await open(`/play?programId=pier&programGuid=pier&previewURL=${OWN}`, detail.promise)
  await screen.findByRole('status', { name: text.loading })
  expect(files()).toEqual([])
  await act(async () => detail.resolve({ program: programOf() }))
  await waitFor(() => expect(files()).toEqual([fileUrl(OWN)]))
})

test.each(['/play?programId=pier', '/PlayDrama/1?programId=pier'])(
  '%s has a way back while the title loads',
  async (path) => {
    const { at, user } = await open(path, new Promise<never>(() => {}))
    await screen.findByRole('status', { name: text.loading })
    await user.click(screen.getByRole('button', { name: text.back }))
    expect(at.current).toContain('programId=pier')
    expect(at.current).not.toBe(path)
  },
)

test('without a page before, the way back is the title over the list that was browsed last', async () => {
  rememberBrowsed({ pathname: PATHS.movie, search: '' })
  const { at, user } = await open('/play?programId=pier', new Promise<never>(() => {}))
  await user.click(await screen.findByRole('button', { name: text.back }))
  expect(at.current).toBe(`${PATHS.movie}?programId=pier`)
})

test('an order that is placed while the title loads leaves the way back', async () => {
  const { user, at } = await open('/play?programId=pier&programGuid=pier', new Promise<never>(() => {}))
  await waitFor(() => expect(created).toHaveBeenCalledOnce())
  await user.click(screen.getByRole('button', { name: text.back }))
  expect(at.current).not.toContain('/play')
})

test.each([
  [OWN, fileUrl(OWN)],
  [OTHER, undefined],
])('the route of an episode with the preview %s plays %s', async (previewURL, file) => {
  await open(`/PlayDrama/2?programId=pier&programGuid=pier.2&previewURL=${previewURL}`, SERIES)
  await waitFor(() => expect(files()).toEqual([file]))
})

test.each([
  ['', '/PlayDrama/1?programId=pier&position=5&programGuid=pier.1'],
  ['&programGuid=pier.2', '/PlayDrama/2?programId=pier&position=5&programGuid=pier.2'],
])('a series at the address of movies (%s) goes on at its episode’s', async (guid, address) => {
  const { at } = await open(`/play?programId=pier&position=5${guid}`, SERIES)
  await waitFor(() => expect(at.current).toBe(address))
})

test.each(['abc', '0', '9'])(
  'an address of an episode (%s) that the series does not have names nothing',
  async (number) => {
    await open(`/PlayDrama/${number}?programId=pier&programGuid=zzz`, SERIES)
    expect(await screen.findByText(text.failure.unknown.title)).toBeTruthy()
    expect(document.body.textContent + document.title).not.toContain('NaN')
  },
)

test.each(['kind=trailer', `previewURL=${OWN}`])('the %s of a series stays where it is', async (extra) => {
  const address = `/play?programId=pier&programGuid=pier.1&${extra}`
  const { at } = await open(address, SERIES)
  await waitFor(() => expect(created).toHaveBeenCalledOnce())
  expect(at.current).toBe(address)
})
