import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/support/fake-browser.ts'
import { visitorProgress } from './visitor-watch-progress.ts'
import type { WatchProgress } from './watch-progress.rules.ts'
import { REMOVAL_MS } from '#web/viewer/session/pending-removals.ts'
import { isRemovalPending, removeAllLater, removeLater, undoRemoval, undoRemoveAll } from './history-removals.ts'
import { resendUnsent, saveWatchProgress } from './save-watch-progress.ts'
import { keepUnsent, UNSENT_MAX, unsentOf } from './unsent-progress.ts'
import { loadShellText } from '#web/viewer/text/shell-text.ts'

const aProgress = (programGuid: string, position = 60): WatchProgress => ({
  programId: programGuid,
  programGuid,
  season: 0,
  episode: 0,
  position,
  duration: 600,
  finished: false,
  at: '2026-11-21T10:00:00Z',
})
const profile = { profileId: 'p1', name: '大文', avatar: '', childrenModel: false }
const member = (more: object = {}) => ({ token: 't', currentProfile: JSON.stringify({ ...profile, ...more }) })

let queries: QueryClient
let posted: { path: string; body: Record<string, unknown>; keepalive: boolean | undefined }[]
let isOffline: boolean

beforeEach(async () => {
  vi.useFakeTimers()
  posted = []
  isOffline = false
  queries = new QueryClient()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (isOffline) throw new TypeError('offline')
    posted.push({ path: url, body: JSON.parse(init.body as string), keepalive: init.keepalive })
    return Response.json({ result: 'SUCCESS', position: 60 })
  })
})
afterEach(() => {
  queries.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function signIn(local: Record<string, string>) {
  stubBrowser({ local })
  await loadShellText('zh_HK')
}
const guids = () => posted.filter(({ path }) => path.includes('bookmark/create')).map(({ body }) => body.programGuid)

test("a visitor's progress stays in this browser", async () => {
  await signIn({})
  await saveWatchProgress(queries, aProgress('tram'))
  expect(posted).toEqual([])
  expect(visitorProgress().map(({ programGuid }) => programGuid)).toEqual(['tram'])
})

test("a member's progress is sent to the profile with keepalive and stored nowhere else", async () => {
  await signIn(member())
  await saveWatchProgress(queries, aProgress('tram'))
  expect(posted[0]).toMatchObject({ keepalive: true, body: { position: 60, at: '2026-11-21T10:00:00Z' } })
  expect(visitorProgress()).toEqual([])
})

test('every call says when it is sent, by the clock of its times: also one that is repeated, and a removal', async () => {
  await signIn(member())
  vi.setSystemTime('2025-11-21T10:00:00Z')
  isOffline = true
  await saveWatchProgress(queries, { ...aProgress('tram'), at: '2025-11-21T10:00:00Z' })
  isOffline = false
  vi.setSystemTime('2025-11-21T10:05:00Z')
  await resendUnsent(queries)
  removeLater('neon', () => undefined)
  await vi.advanceTimersByTimeAsync(REMOVAL_MS)
  expect(posted.map(({ body: { at, sentAt } }) => [at, sentAt])).toEqual([
    ['2025-11-21T10:00:00Z', '2025-11-21T10:05:00.000Z'],
    ['2025-11-21T10:05:00.000Z', '2025-11-21T10:05:06.000Z'],
  ])
})

test('without a chosen profile a member saves no progress', async () => {
  await signIn({ token: 't' })
  await saveWatchProgress(queries, aProgress('tram'))
  expect(posted).toEqual([])
  expect(visitorProgress()).toEqual([])
})

test('a failed request is silent and repeated with the next report', async () => {
  await signIn(member())
  isOffline = true
  await saveWatchProgress(queries, aProgress('tram'))
  isOffline = false
  await saveWatchProgress(queries, aProgress('neon'))
  expect(guids().toSorted()).toEqual(['neon', 'tram'])
  await saveWatchProgress(queries, aProgress('neon', 70))
  expect(guids()).toHaveLength(3)
})

test('a failed request is never repeated for another profile', async () => {
  await signIn(member())
  isOffline = true
  await saveWatchProgress(queries, aProgress('tram'))
  isOffline = false
  await signIn(member({ profileId: 'p2' }))
  await saveWatchProgress(queries, aProgress('neon'))
  expect(guids()).toEqual(['neon'])
})

test('a report lost by a reload is sent again at the next visit, in the profile that watched', async () => {
  await signIn(member())
  isOffline = true
  await saveWatchProgress(queries, aProgress('tram'))
  isOffline = false
  const kept = localStorage.getItem('harbour.unsentProgress')!
  await signIn({ ...member({ profileId: 'p2' }), 'harbour.unsentProgress': kept })
  await resendUnsent(queries)
  expect(posted).toEqual([])
  await signIn({ ...member(), 'harbour.unsentProgress': kept })
  await resendUnsent(queries)
  expect(posted[0]?.body).toMatchObject({ programGuid: 'tram', at: '2026-11-21T10:00:00Z' })
  expect(localStorage.getItem('harbour.unsentProgress')).toBeNull()
})

test('progress is kept while its request is under way, and dropped by the acknowledgement', async () => {
  await signIn(member())
  const saving = saveWatchProgress(queries, aProgress('tram'))
  expect(unsentOf('p1')).toHaveLength(1)
  await saving
  expect(unsentOf('p1')).toEqual([])
})

test('an acknowledgement does not drop newer progress of the same video: that is sent too', async () => {
  await signIn(member())
  const saving = saveWatchProgress(queries, aProgress('tram'))
  keepUnsent({ profileId: 'p1', progress: { ...aProgress('tram', 90), at: '2026-11-21T10:00:10Z' } })
  await saving
  expect(posted.map(({ body }) => body.position)).toEqual([60, 90])
  expect(unsentOf('p1')).toEqual([])
})

test('a report lost offline is sent when the network returns', async () => {
  const { dispatch } = stubBrowser({ local: member() })
  await loadShellText('zh_HK')
  isOffline = true
  await saveWatchProgress(queries, aProgress('tram'))
  isOffline = false
  dispatch('online')
  await vi.waitFor(() => expect(guids()).toEqual(['tram']))
  dispatch('online')
  await vi.advanceTimersByTimeAsync(100)
  expect(guids()).toEqual(['tram'])
})

test('progress that the server refuses is not sent again; that of a busy server is', async () => {
  await signIn(member())
  const refuse = (errorCode: string) =>
    vi.stubGlobal('fetch', async () => Response.json({ result: 'FAILED', errorCode, message: 'no' }))
  refuse('NOT_ALLOWED')
  await saveWatchProgress(queries, aProgress('tram'))
  expect(unsentOf('p1')).toEqual([])
  refuse('UNAVAILABLE')
  await saveWatchProgress(queries, aProgress('tram'))
  expect(unsentOf('p1')).toHaveLength(1)
})

test('a title that is removed from the history is not sent again', async () => {
  await signIn(member())
  isOffline = true
  await saveWatchProgress(queries, aProgress('tram'))
  removeLater('tram', () => {})
  await vi.advanceTimersByTimeAsync(REMOVAL_MS)
  expect(unsentOf('p1')).toEqual([])
})

test('the newest fifty videos are kept; what the site did not write is ignored', async () => {
  await signIn({ ...member(), 'harbour.unsentProgress': '[{"profileId":1},null]' })
  expect(unsentOf('p1')).toEqual([])
  for (let n = 0; n <= UNSENT_MAX; n++) keepUnsent({ profileId: 'p1', progress: aProgress(`film-${n}`) })
  const kept = unsentOf('p1').map(({ progress }) => progress.programGuid)
  expect(kept).toHaveLength(UNSENT_MAX)
  expect(kept).not.toContain('film-0')
})

test('home, details and player agree before the server has answered', async () => {
  await signIn(member())
  isOffline = true
  const at = (path: string, query: string) => [`/api_v2${path}?${query}&language=zh_HK&pattern=normal`]
  queries.setQueryData(at('/profile/bookmark/get', 'programId=tram&programGuid=tram'), { position: 5, finished: true })
  queries.setQueryData(at('/profile/mywatched/last', 'programId=tram'), { data: null })
  queries.setQueryData(at('/revamp/mixProgramList', 'row=continue'), { list: [{ programId: 'tram' }], total: 1 })
  void saveWatchProgress(queries, aProgress('tram', 300))
  expect(queries.getQueryData(at('/profile/bookmark/get', 'programId=tram&programGuid=tram'))).toEqual({
    position: 300,
    finished: false,
  })
  expect(queries.getQueryData(at('/profile/mywatched/last', 'programId=tram'))).toMatchObject({
    data: { position: 300 },
  })
  expect(queries.getQueryData(at('/revamp/mixProgramList', 'row=continue'))).toMatchObject({
    list: [{ programId: 'tram', position: 300, remaining: 300 }],
    total: 1,
  })
})

test('a removal is sent once it can no longer be undone', async () => {
  await signIn(member())
  const onDone = vi.fn<() => void>()
  removeLater('tram', onDone)
  await vi.advanceTimersByTimeAsync(REMOVAL_MS - 1)
  expect(posted).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(posted[0]).toMatchObject({ keepalive: true, body: { programId: 'tram' } })
  expect(onDone).toHaveBeenCalledTimes(1)
})

test.each([
  ['undone', async () => undoRemoval('tram')],
  ['watched again', () => saveWatchProgress(queries, aProgress('tram'))],
  ['left to another profile', () => signIn(member({ profileId: 'p2' }))],
])('a removal that was %s is not sent', async (_, happens) => {
  await signIn(member())
  removeLater('tram', () => {})
  await happens()
  posted = []
  await vi.advanceTimersByTimeAsync(REMOVAL_MS * 2)
  expect(posted).toEqual([])
  expect(isRemovalPending('tram')).toBe(false)
})

test('everything is removed in one request, unless it is undone', async () => {
  await signIn(member())
  removeAllLater(() => {})
  expect(isRemovalPending('tram')).toBe(true)
  undoRemoveAll()
  await vi.advanceTimersByTimeAsync(REMOVAL_MS)
  expect(posted).toEqual([])
  const at = new Date().toISOString()
  removeAllLater(() => {})
  await vi.advanceTimersByTimeAsync(REMOVAL_MS)
  expect(posted.map(({ body }) => body)).toMatchObject([{ all: true, at }])
})

test('progress after the removal of everything is kept: the removal is sent first', async () => {
  await signIn(member())
  removeAllLater(() => {})
  await saveWatchProgress(queries, aProgress('tram'))
  expect(posted.slice(0, 2).map(({ path }) => path.split('/').at(-1)?.split('?')[0])).toEqual(['remove', 'create'])
  await vi.advanceTimersByTimeAsync(REMOVAL_MS)
  expect(posted.filter(({ path }) => path.includes('mywatched/remove'))).toHaveLength(1)
})

test('overdue reports are sent after an acknowledged one, and not while the server refuses', async () => {
  await signIn(member())
  for (let n = 0; n < 5; n++) keepUnsent({ profileId: 'p1', progress: aProgress(`film-${n}`) })
  let refused = 0
  vi.stubGlobal('fetch', async () => {
    refused++
    return Response.json({ result: 'FAILED', errorCode: 'UNAVAILABLE', message: 'busy' })
  })
  await saveWatchProgress(queries, aProgress('tram'))
  expect(refused).toBe(1)
  expect(unsentOf('p1')).toHaveLength(6)
})

test('progress that is reported under a grant needs no call of its own, unless it cannot be', async () => {
  await signIn(member())
  const saved = vi.fn(async () => ({ result: 'SUCCESS' as const }))
  await saveWatchProgress(queries, aProgress('tram'), { send: saved })
  expect(saved).toHaveBeenCalledTimes(1)
  expect(guids()).toEqual([])
  expect(unsentOf('p1')).toEqual([])
  await saveWatchProgress(queries, aProgress('tram', 70), { send: async () => undefined })
  expect(posted.find(({ path }) => path.includes('bookmark/create'))?.body).toMatchObject({ position: 70 })
})

test('a report under a grant that fails is kept, and sent by the call with a session once the network is back', async () => {
  const { dispatch } = stubBrowser({ local: member() })
  await loadShellText('zh_HK')
  const lost = async () => ({ result: 'FAILED' as const, errorCode: 'NETWORK' as const, message: '' })
  await saveWatchProgress(queries, aProgress('tram', 80), { send: lost })
  expect(unsentOf('p1').map(({ progress }) => progress.position)).toEqual([80])
  dispatch('online')
  await vi.waitFor(() => expect(guids()).toEqual(['tram']))
  await vi.waitFor(() => expect(unsentOf('p1')).toEqual([]))
})
