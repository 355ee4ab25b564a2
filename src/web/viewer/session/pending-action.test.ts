import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { kept, stubBrowser } from '../../../../test/support/fake-browser.ts'
import { askLogin, forgetWish, keepWish, loginPrompt, takeWish, type Wish } from './pending-action.ts'

const favorite: Wish = { kind: 'favorite', programId: 'a', programGuid: 'a' }
const play: Wish = { kind: 'play', to: '#/play?programId=a&programGuid=a' }

beforeEach(() => {
  vi.useFakeTimers()
  stubBrowser()
  loginPrompt.close()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a wish', () => {
  test('waits with its place, and is taken once', () => {
    keepWish(favorite, '/category/list?programId=a')
    expect(takeWish()).toEqual({ wish: favorite, at: '/category/list?programId=a' })
    expect(takeWish()).toBeUndefined()
  })

  test('the newest counts', () => {
    keepWish(favorite, '/a')
    keepWish(play, '/b')
    expect(takeWish()?.wish).toEqual(play)
  })

  test('that was given up does not happen', () => {
    keepWish(play, '/a')
    forgetWish()
    expect(takeWish()).toBeUndefined()
  })

  test('that waited for half an hour is not wanted any more', () => {
    keepWish(play, '/a')
    vi.advanceTimersByTime(30 * 60_000 - 1)
    keepWish(play, '/a')
    vi.advanceTimersByTime(30 * 60_000)
    expect(takeWish()).toBeUndefined()
    expect(kept(sessionStorage)).toEqual({})
  })

  test('is of this tab only, and what is not ours is none', () => {
    keepWish(play, '/a')
    expect(kept(localStorage)).toEqual({})
    sessionStorage.setItem('harbour.wish', '{')
    expect(takeWish()).toBeUndefined()
  })
})

test('asking for a login keeps the wish and opens the prompt, which says so to the shell', () => {
  const watcher = vi.fn<() => void>()
  const stop = loginPrompt.subscribe(watcher)
  askLogin(favorite, '/a')
  expect(loginPrompt.isOpen()).toBe(true)
  expect(watcher).toHaveBeenCalledTimes(1)
  loginPrompt.close()
  expect(loginPrompt.isOpen()).toBe(false)
  expect(takeWish()?.wish).toEqual(favorite)
  stop()
})
