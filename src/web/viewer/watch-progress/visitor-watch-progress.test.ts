import { beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../../test/support/fake-browser.ts'
import {
  clearVisitorProgress,
  storeVisitorProgress,
  VISITOR_PROGRESS_MAX,
  LOCAL_TITLES_MAX,
  visitorProgress,
  unmergedVisitorProgress,
  withProgress,
} from './visitor-watch-progress.ts'
import type { WatchProgress } from './watch-progress.rules.ts'
import { hasVisitorProgress } from './visitor-progress-key.ts'

const aProgress = (programId: string, more: Partial<WatchProgress> = {}): WatchProgress => ({
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

test('the newest entry is first, each movie once', () => {
  const list = withProgress(
    withProgress(withProgress([], aProgress('a')), aProgress('b')),
    aProgress('a', { position: 90 }),
  )
  expect(list.map(({ programId, position }) => [programId, position])).toEqual([
    ['a', 90],
    ['b', 60],
  ])
})

test('past fifty titles the oldest are dropped with all of their episodes', () => {
  let list: WatchProgress[] = [aProgress('old', { programGuid: 'old.1' }), aProgress('old', { programGuid: 'old.2' })]
  for (let n = 0; n < LOCAL_TITLES_MAX; n += 1) list = withProgress(list, aProgress(`t${n}`))
  expect(list).toHaveLength(LOCAL_TITLES_MAX)
  expect(list.some(({ programId }) => programId === 'old')).toBe(false)
})

test('a long series does not fill the storage', () => {
  let list: WatchProgress[] = []
  for (let n = 0; n < VISITOR_PROGRESS_MAX + 20; n += 1)
    list = withProgress(list, aProgress('long', { programGuid: `long.${n}` }))
  expect(list).toHaveLength(VISITOR_PROGRESS_MAX)
  expect(list[0]!.programGuid).toBe(`long.${VISITOR_PROGRESS_MAX + 19}`)
})

test('progress of kids mode is stored apart and never merged', () => {
  sessionStorage.setItem('kidsmode', 'true')
  storeVisitorProgress(aProgress('piggy'))
  expect(visitorProgress().map(({ programId }) => programId)).toEqual(['piggy'])
  expect(hasVisitorProgress()).toBe(false)
  expect(unmergedVisitorProgress()).toEqual([])
  sessionStorage.removeItem('kidsmode')
  expect(visitorProgress()).toEqual([])
  storeVisitorProgress(aProgress('tram'))
  expect(unmergedVisitorProgress().map(({ programId }) => programId)).toEqual(['tram'])
  clearVisitorProgress()
  expect(hasVisitorProgress()).toBe(false)
  sessionStorage.setItem('kidsmode', 'true')
  expect(visitorProgress()).toHaveLength(1)
})

test.each(['', '{', '{}', '[1,null,{"programId":"a"}]', '[{"programId":"a","position":-1}]'])(
  'what is not ours in the storage (%s) is nothing',
  (words) => {
    localStorage.setItem('harbour.watched', words)
    expect(visitorProgress()).toEqual([])
  },
)
