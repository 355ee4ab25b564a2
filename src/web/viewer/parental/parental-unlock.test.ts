import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/support/fake-browser.ts'
import { connectNavigation } from '#web/kit/navigation-bridge.ts'
import { serverOffset } from '#web/kit/server-clock.ts'
import { forgetUnlock, rememberUnlock, unlockedUntil } from './parental-unlock.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const refreshAnswers = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  stubBrowser()
  refreshAnswers.mockReset()
  connectNavigation({ refreshAnswers })
})
afterEach(() => {
  vi.useRealTimers()
  serverOffset.reset()
  vi.unstubAllGlobals()
})

test('an unlock is stored as its end and ends there', () => {
  rememberUnlock('2026-11-21T12:30:00Z')
  expect(localStorage.getItem('harbour.unlockedUntil')).toBe(String(NOW + 1_800_000))
  expect(unlockedUntil()).toBe(NOW + 1_800_000)
  vi.setSystemTime(NOW + 1_799_999)
  expect(unlockedUntil()).toBeDefined()
  vi.setSystemTime(NOW + 1_800_000)
  expect(unlockedUntil()).toBeUndefined()
})

test.each([-20, 20, 40 * 1440])('half an hour lasts half an hour on a device %i minutes behind', (minutes) => {
  serverOffset.set({ ms: minutes * 60_000 })
  rememberUnlock(new Date(NOW + (minutes + 30) * 60_000).toISOString())
  serverOffset.reset()
  expect(unlockedUntil()).toBe(NOW + 1_800_000)
})

test('locking ends it at once; unlocking and locking refetch what is on screen', () => {
  rememberUnlock('2026-11-21T12:30:00Z')
  forgetUnlock()
  expect(unlockedUntil()).toBeUndefined()
  expect(refreshAnswers).toHaveBeenCalledTimes(2)
})

test.each(['', 'soon', 'Infinityy', '-1'])('"%s" in storage unlocks nothing', (stored) => {
  localStorage.setItem('harbour.unlockedUntil', stored)
  expect(unlockedUntil()).toBeUndefined()
})
