import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storedItems, stubBrowser } from '../../../../test/support/fake-browser.ts'
import {
  requestLogin,
  discardPendingAction,
  storePendingAction,
  loginPrompt,
  takePendingAction,
  type PendingAction,
} from './pending-action.ts'

const favorite: PendingAction = { kind: 'favorite', programId: 'a', programGuid: 'a' }
const play: PendingAction = { kind: 'play', to: '#/play?programId=a&programGuid=a' }

beforeEach(() => {
  vi.useFakeTimers()
  stubBrowser()
  loginPrompt.close()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a pending action', () => {
  test('waits with its place, and is taken once', () => {
    storePendingAction(favorite, '/category/list?programId=a')
    expect(takePendingAction()).toEqual({ action: favorite, at: '/category/list?programId=a' })
    expect(takePendingAction()).toBeUndefined()
  })

  test('the newest counts', () => {
    storePendingAction(favorite, '/a')
    storePendingAction(play, '/b')
    expect(takePendingAction()?.action).toEqual(play)
  })

  test('that was given up does not happen', () => {
    storePendingAction(play, '/a')
    discardPendingAction()
    expect(takePendingAction()).toBeUndefined()
  })

  test('that waited for half an hour is not wanted any more', () => {
    storePendingAction(play, '/a')
    vi.advanceTimersByTime(30 * 60_000 - 1)
    storePendingAction(play, '/a')
    vi.advanceTimersByTime(30 * 60_000)
    expect(takePendingAction()).toBeUndefined()
    expect(storedItems(sessionStorage)).toEqual({})
  })

  test('is of this tab only, and what is not ours is none', () => {
    storePendingAction(play, '/a')
    expect(storedItems(localStorage)).toEqual({})
    sessionStorage.setItem('harbour.wish', '{')
    expect(takePendingAction()).toBeUndefined()
  })
})

test('asking for a login stores the action and opens the prompt, which says so to the shell', () => {
  const watcher = vi.fn<() => void>()
  const stop = loginPrompt.subscribe(watcher)
  requestLogin(favorite, '/a')
  expect(loginPrompt.isOpen()).toBe(true)
  expect(watcher).toHaveBeenCalledTimes(1)
  loginPrompt.close()
  expect(loginPrompt.isOpen()).toBe(false)
  expect(takePendingAction()?.action).toEqual(favorite)
  stop()
})
