import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loginPrompt } from '#text/zh_HK/login.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { connectNavigation } from '#web/kit/navigation-bridge.ts'
import { loadShellText } from '#web/viewer/text/shell-text.ts'
import { storePendingAction } from '#web/viewer/session/pending-action.ts'
import { toastStore } from '#web/kit/toast-store.ts'
import { stubBrowser } from '../../../../test/support/fake-browser.ts'
import { resumePendingAction } from './session-lifecycle.ts'

const go = vi.fn<(to: string) => void>()
const open = vi.fn<(to: string) => void>()
const refreshAnswers = vi.fn<() => void>()
const fetching = vi.fn<typeof fetch>()
/** The action and its sentences are chunks: transforming them takes a moment on a busy machine. */
const LOADING = { timeout: 10_000 }

beforeEach(async () => {
  stubBrowser({ local: { token: 'tok' } })
  vi.stubGlobal('fetch', fetching)
  for (const mock of [go, open, refreshAnswers, fetching]) mock.mockReset()
  connectNavigation({ go, open, refreshAnswers })
  await loadShellText('zh_HK')
})
afterEach(() => vi.unstubAllGlobals())

test('does nothing without a pending action', () => {
  expect(resumePendingAction()).toBe(false)
  expect(go).not.toHaveBeenCalled()
})

test('a pending play or navigation is resumed, once', () => {
  storePendingAction({ kind: 'play', to: paths.play({ programId: 'a', programGuid: 'b' }) }, '/category/list')
  expect(resumePendingAction()).toBe(true)
  storePendingAction({ kind: 'go', to: '/setup/message' }, '/category/list')
  expect(resumePendingAction()).toBe(true)
  expect(resumePendingAction()).toBe(false)
  expect(go.mock.calls.flat()).toEqual(['/category/list', '/setup/message'])
  expect(open.mock.calls.flat()).toEqual(['/play?programId=a&programGuid=b'])
})

test('a play that was asked for in the player itself leaves no second entry', () => {
  const to = paths.play({ programId: 'a', programGuid: 'b' })
  storePendingAction({ kind: 'play', to }, '/play?programId=a&programGuid=b')
  expect(resumePendingAction()).toBe(true)
  expect(go.mock.calls.flat()).toEqual(['/play?programId=a&programGuid=b'])
  expect(open).not.toHaveBeenCalled()
})

test.each(['https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)', ''])(
  'a pending action never leaves the site: %s',
  (to) => {
    storePendingAction({ kind: 'go', to }, '/')
    expect(resumePendingAction()).toBe(false)
    expect(go).not.toHaveBeenCalled()
  },
)

test('a favourite is made, told, and shown where it was clicked', async () => {
  fetching.mockImplementation(async () => Response.json({ result: 'SUCCESS', myFavorite: true }))
  storePendingAction({ kind: 'favorite', programId: 'a', programGuid: 'a' }, '/category/list?programId=a')
  expect(resumePendingAction()).toBe(true)
  expect(go).toHaveBeenCalledWith('/category/list?programId=a')
  await vi.waitFor(() => expect(toastStore.get().toast?.text).toBe(loginPrompt.favoriteAdded), LOADING)
  expect(refreshAnswers).toHaveBeenCalledTimes(1)
  expect(JSON.parse(fetching.mock.calls[0]?.[1]?.body as string)).toMatchObject({ programId: 'a', programGuid: 'a' })
})

test('a favourite that is refused says why: a child’s profile keeps titles for children only', async () => {
  fetching.mockImplementation(async () => Response.json({ result: 'FAILED', errorCode: 'NOT_FOUND', message: '沒有' }))
  storePendingAction({ kind: 'favorite', programId: 'a', programGuid: 'a' }, '/category/kids')
  resumePendingAction()
  await vi.waitFor(() => expect(toastStore.get().toast?.text).toBe('沒有'), LOADING)
  expect(refreshAnswers).not.toHaveBeenCalled()
})
