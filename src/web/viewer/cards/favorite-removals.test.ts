import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REMOVAL_MS } from '#web/viewer/session/pending-removals.ts'
import { loadShellText } from '#web/viewer/text/shell-text.ts'
import { stubBrowser } from '../../../../test/support/fake-browser.ts'
import { ALL_FAVORITES, favoriteRemovals, keepFavorite } from './favorite-removals.ts'

const profile = { profileId: 'p1', name: '大文', avatar: '', childrenModel: false }
let posted: object[]
let dispatch: (type: string) => boolean

beforeEach(async () => {
  vi.useFakeTimers()
  posted = []
  ;({ dispatch } = stubBrowser({ local: { token: 't', currentProfile: JSON.stringify(profile) } }))
  await loadShellText('zh_HK')
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    posted.push(JSON.parse(body as string))
    return Response.json({ result: 'SUCCESS', myFavorite: false })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a favourite is removed once it can no longer be undone', async () => {
  favoriteRemovals.later('tram', () => {})
  await vi.advanceTimersByTimeAsync(REMOVAL_MS - 1)
  expect(posted).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(posted).toMatchObject([{ programId: 'tram' }])
  expect(favoriteRemovals.isPending('tram')).toBe(false)
})

test('a favourite that is added again meanwhile is not removed', async () => {
  favoriteRemovals.later('tram', () => {})
  await keepFavorite('tram')
  await vi.advanceTimersByTimeAsync(REMOVAL_MS)
  expect(posted).toEqual([])
})

test('everything is removed before a title is added again', async () => {
  favoriteRemovals.later(ALL_FAVORITES, () => {})
  await keepFavorite('tram')
  expect(posted).toMatchObject([{ all: true }])
})

test('leaving the page sends what is pending', () => {
  favoriteRemovals.later('tram', () => {})
  dispatch('pagehide')
  expect(posted).toMatchObject([{ programId: 'tram' }])
})
