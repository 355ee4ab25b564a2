import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Playback } from './playback.ts'
import type { PlayRequest } from './stream-source.ts'
import { startPreloadedPlayback, discardPreloadedPlayback, takePlayback, preload } from './preload.ts'

type Made = Playback & { begun: number[]; over: boolean }

const made: Made[] = vi.hoisted(() => [])

vi.mock('./playback.ts', () => ({
  createPlayback(request: PlayRequest) {
    const one = {
      request,
      begun: [] as number[],
      over: false,
      state: { get: () => ({ failure: null }) },
      begin: (from: number) => one.begun.push(from),
      isOver: () => one.over,
      destroy: () => {
        one.over = true
      },
    }
    made.push(one as unknown as Made)
    return one
  },
}))

const film: PlayRequest = { programId: 'tram', programGuid: 'tram', kind: 'movie', start: 0 }
const other: PlayRequest = { ...film, programId: 'ferry', programGuid: 'ferry' }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  discardPreloadedPlayback()
  for (const one of made) one.destroy()
  made.length = 0
  vi.useRealTimers()
})

test('one title is made ready once; another takes its place', () => {
  preload(film)
  preload({ ...film })
  expect(made).toHaveLength(1)
  preload(other)
  expect(made.map(({ over }) => over)).toEqual([true, false])
})

test('a screen takes what is ready, and what is being watched is not made ready beside it', () => {
  preload(film)
  const taken = takePlayback({ ...film, start: 90 })
  expect(taken).toBe(made[0])
  preload(film)
  expect(made).toHaveLength(1)
  taken.destroy()
  preload(film)
  expect(made).toHaveLength(2)
})

test('another title that was ready is given up', () => {
  preload(other)
  takePlayback(film)
  expect(made.map(({ over }) => over)).toEqual([true, false])
})

test.each([
  ['the film that is ready, from its place', { programGuid: 'tram', start: 0 }, [0]],
  ['another place in it', { programGuid: 'tram', start: 90 }, []],
  ['another film', { programGuid: 'ferry', start: 0 }, []],
])('the press begins %s', (_, at, begun) => {
  preload(film)
  startPreloadedPlayback(at)
  expect(made[0]!.begun).toEqual(begun)
})

test('nothing is begun when nothing is ready', () => {
  startPreloadedPlayback(film)
  expect(made).toEqual([])
})

test('a film that began and that no screen takes is stopped within a second, however often it is made ready again', () => {
  preload(film)
  startPreloadedPlayback(film)
  vi.advanceTimersByTime(900)
  preload(film)
  expect(made[0]!.over).toBe(false)
  vi.advanceTimersByTime(100)
  expect(made[0]!.over).toBe(true)
  expect(made).toHaveLength(1)
})

test('a film that a screen has taken goes on', () => {
  preload(film)
  startPreloadedPlayback(film)
  takePlayback(film)
  vi.advanceTimersByTime(100_000)
  expect(made[0]!.over).toBe(false)
})

test('what nobody plays is given up after a minute and a half', () => {
  preload(film)
  vi.advanceTimersByTime(60_000)
  preload(film)
  vi.advanceTimersByTime(60_000)
  expect(made[0]!.over).toBe(false)
  vi.advanceTimersByTime(30_000)
  expect(made[0]!.over).toBe(true)
})
