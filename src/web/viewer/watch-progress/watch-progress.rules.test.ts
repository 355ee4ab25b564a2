import { expect, test } from 'vitest'
import type { WatchedCard } from '#contract/programs.ts'
import type { Episode, Program, ProgramCard } from '#contract/programs.ts'
import {
  continuationOf,
  type WatchProgress,
  type Progress,
  resumeLink,
  resumeOf,
  startAt,
  visitorProgress,
  watchedPoint,
} from './watch-progress.rules.ts'

const episode = (n: number, more: Partial<Episode> = {}) =>
  ({ programGuid: `neon.s1e${n}`, season: 1, episode: n, duration: 600, preparing: false, ...more }) as Episode
const film = { programId: 'tram', programGuid: 'tram', programType: 'movie', dramaList: [] } as unknown as Program
const series = {
  programId: 'neon',
  programGuid: 'neon.s1e1',
  programType: 'drama',
  dramaList: [1, 2, 3, 4].map((n) => episode(n, { preparing: n === 3 })),
} as unknown as Program

const progress = (last: Progress['last'], episodes: Progress['episodes'] = new Map()): Progress => ({ last, episodes })
const at = (programGuid: string, position: number, finished = false) => progress({ programGuid, position, finished })

test.each([
  [120, 1000, 0, 120],
  [0, 1000, 0, 0],
  [-5, 1000, 0, 0],
  [Number.NaN, 1000, 0, 0],
  [949, 1000, 0, 949],
  [950, 1000, 0, 0],
  [901, 1000, 900, 0],
  [4000, 1000, 0, 0],
  [120, undefined, 0, 120],
])('a request for %s of %s s with credits at %s starts at %s', (...[requested, duration, endPosition, start]) => {
  expect(startAt(requested, duration, endPosition)).toBe(start)
})

test('a movie resumes at its last position, and restarts once it is finished', () => {
  expect(resumeOf(film, at('tram', 1390))).toMatchObject({ position: 1390, episode: 0 })
  expect(resumeOf(film, at('tram', 6000, true))).toBeUndefined()
  expect(resumeOf(film, progress(undefined))).toBeUndefined()
})

test('a series resumes in its episode, after a finished one in the next playable one', () => {
  expect(resumeOf(series, at('neon.s1e2', 33))).toMatchObject({ episode: 2, position: 33 })
  expect(resumeOf(series, at('neon.s1e1', 600, true))).toMatchObject({ episode: 2, position: 0 })
  expect(resumeOf(series, at('neon.s1e2', 600, true))).toMatchObject({ episode: 4 })
  expect(resumeOf(series, at('neon.s1e4', 600, true))).toBeUndefined()
})

test('the next episode resumes at its own position, unless it was watched', () => {
  const last = { programGuid: 'neon.s1e1', position: 600, finished: true }
  const started = new Map([['neon.s1e2', { position: 44, watched: false }]])
  const seen = new Map([['neon.s1e2', { position: 590, watched: true }]])
  expect(resumeOf(series, progress(last, started))).toMatchObject({ episode: 2, position: 44 })
  expect(resumeOf(series, progress(last, seen))).toMatchObject({ episode: 2, position: 0 })
})

test('an episode that no longer exists is not resumed', () => {
  expect(resumeOf(series, at('neon.s9e9', 33))).toBeUndefined()
})

test('the link has a position only when there is one', () => {
  expect(resumeLink(film, resumeOf(film, at('tram', 12)))).toBe('#/play?programId=tram&programGuid=tram&position=12')
  expect(resumeLink(film, undefined)).not.toContain('position')
  expect(resumeLink(series, resumeOf(series, at('neon.s1e1', 600, true)))).toContain('#/PlayDrama/2?')
})

const progressOf = (more: Partial<WatchProgress>): WatchProgress => ({
  programId: 'neon',
  programGuid: 'neon.s1e2',
  season: 1,
  episode: 2,
  position: 100,
  duration: 600,
  finished: false,
  at: '2026-11-21T10:00:00Z',
  ...more,
})

test('a continuation has the remaining time, and moves on to the next episode', () => {
  expect(continuationOf(progressOf({}), series)).toMatchObject({ episode: 2, position: 100, remaining: 500 })
  expect(continuationOf(progressOf({ finished: true, position: 600 }), series)).toMatchObject({
    programGuid: 'neon.s1e4',
    position: 0,
    remaining: 600,
  })
  expect(continuationOf(progressOf({ programGuid: 'neon.s1e4', finished: true }), series)).toBeUndefined()
  expect(continuationOf(progressOf({ programId: 'tram', programGuid: 'tram', finished: true }), film)).toBeUndefined()
})

test('only a "Continue watching" card has a resume point', () => {
  const card = { programId: 'a', programGuid: 'a.s1e2', programType: 'drama' } as ProgramCard
  const started = { ...card, season: 1, episode: 2, position: 65 } as WatchedCard
  expect(watchedPoint(started)).toEqual({ programGuid: 'a.s1e2', season: 1, episode: 2, position: 65 })
  expect(watchedPoint(card)).toBeUndefined()
  expect(watchedPoint(undefined)).toBeUndefined()
})

test("a visitor's progress is that of the title, newest first, without what was only opened", () => {
  const progressOf = (programGuid: string, change: Partial<WatchProgress> = {}): WatchProgress => ({
    programId: 'a',
    programGuid,
    season: 1,
    episode: 1,
    position: 9,
    duration: 100,
    finished: false,
    at: '2026-01-01T00:00:00Z',
    ...change,
  })
  const reports = [
    progressOf('a.3', { position: 0 }),
    progressOf('a.2', { finished: true }),
    progressOf('a.1'),
    progressOf('b', { programId: 'b' }),
  ]
  const { last, episodes } = visitorProgress(reports, 'a')
  expect(last).toMatchObject({ programGuid: 'a.2', finished: true })
  expect([...episodes]).toEqual([
    ['a.2', { position: 9, watched: true }],
    ['a.1', { position: 9, watched: false }],
  ])
  expect(visitorProgress(reports, 'c').last).toBeUndefined()
})
