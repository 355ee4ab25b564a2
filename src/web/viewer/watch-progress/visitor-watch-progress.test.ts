import { beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../../test/support/fake-browser.ts'
import {
  forgetVisitorPlaces,
  keepLocalPlace,
  LOCAL_PLACES_MAX,
  LOCAL_TITLES_MAX,
  localPlaces,
  visitorPlaces,
  withPlace,
} from './visitor-watch-progress.ts'
import type { Place } from './watch-progress.rules.ts'
import { hasVisitorPlaces } from './visitor-progress-key.ts'

const place = (programId: string, more: Partial<Place> = {}): Place => ({
  programId,
  programGuid: programId,
  season: 0,
  episode: 0,
  position: 60,
  duration: 600,
  finished: false,
  at: '2026-11-21T10:00:00Z',
  ...more,
})

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('sessionStorage', fakeStorage())
})

test('the newest stands first, each film once', () => {
  const list = withPlace(withPlace(withPlace([], place('a')), place('b')), place('a', { position: 90 }))
  expect(list.map(({ programId, position }) => [programId, position])).toEqual([
    ['a', 90],
    ['b', 60],
  ])
})

test('the oldest titles are forgotten past fifty, with all of their episodes', () => {
  let list: Place[] = [place('old', { programGuid: 'old.1' }), place('old', { programGuid: 'old.2' })]
  for (let n = 0; n < LOCAL_TITLES_MAX; n += 1) list = withPlace(list, place(`t${n}`))
  expect(list).toHaveLength(LOCAL_TITLES_MAX)
  expect(list.some(({ programId }) => programId === 'old')).toBe(false)
})

test('a long series does not fill the storage', () => {
  let list: Place[] = []
  for (let n = 0; n < LOCAL_PLACES_MAX + 20; n += 1) list = withPlace(list, place('long', { programGuid: `long.${n}` }))
  expect(list).toHaveLength(LOCAL_PLACES_MAX)
  expect(list[0]!.programGuid).toBe(`long.${LOCAL_PLACES_MAX + 19}`)
})

test("a visiting child's is kept apart and never waits to be merged", () => {
  sessionStorage.setItem('kidsmode', 'true')
  keepLocalPlace(place('piggy'))
  expect(localPlaces().map(({ programId }) => programId)).toEqual(['piggy'])
  expect(hasVisitorPlaces()).toBe(false)
  expect(visitorPlaces()).toEqual([])
  sessionStorage.removeItem('kidsmode')
  expect(localPlaces()).toEqual([])
  keepLocalPlace(place('tram'))
  expect(visitorPlaces().map(({ programId }) => programId)).toEqual(['tram'])
  forgetVisitorPlaces()
  expect(hasVisitorPlaces()).toBe(false)
  sessionStorage.setItem('kidsmode', 'true')
  expect(localPlaces()).toHaveLength(1)
})

test.each(['', '{', '{}', '[1,null,{"programId":"a"}]', '[{"programId":"a","position":-1}]'])(
  'what is not ours in the storage (%s) is nothing',
  (words) => {
    localStorage.setItem('harbour.watched', words)
    expect(localPlaces()).toEqual([])
  },
)
