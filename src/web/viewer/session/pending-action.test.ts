import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storedItems, stubBrowser } from '../../../../test/support/fake-browser.ts'
import {
  requestLogin,
  discardPendingAction,
  readPendingAction,
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
  test('is stored with its path and returned once', () => {
    storePendingAction(favorite, '/category/list?programId=a')
    expect(takePendingAction()).toEqual({ action: favorite, at: '/category/list?programId=a' })
    expect(takePendingAction()).toBeUndefined()
  })

  test('stays when it is only read', () => {
    expect(readPendingAction()).toBeUndefined()
    storePendingAction(play, '/a')
    expect(readPendingAction()?.action).toEqual(play)
    expect(takePendingAction()?.action).toEqual(play)
  })

  test('is replaced by a newer one', () => {
    storePendingAction(favorite, '/a')
    storePendingAction(play, '/b')
    expect(takePendingAction()?.action).toEqual(play)
  })

  test('is discarded when the login is cancelled', () => {
    storePendingAction(play, '/a')
    discardPendingAction()
    expect(takePendingAction()).toBeUndefined()
  })

  test('expires after half an hour', () => {
    storePendingAction(play, '/a')
    vi.advanceTimersByTime(30 * 60_000 - 1)
    storePendingAction(play, '/a')
    vi.advanceTimersByTime(30 * 60_000)
    expect(takePendingAction()).toBeUndefined()
    expect(storedItems(sessionStorage)).toEqual({})
  })

  test('belongs to this tab, and an invalid stored value is ignored', () => {
    storePendingAction(play, '/a')
    expect(storedItems(localStorage)).toEqual({})
    sessionStorage.setItem('harbour.wish', '{')
    expect(takePendingAction()).toBeUndefined()
  })
})

test('requesting a login stores the action and opens the login prompt', () => {
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
