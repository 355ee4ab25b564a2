import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storedItems, stubBrowser } from '../../../../test/support/fake-browser.ts'
import { acceptWarning, isWarningAccepted } from './playback-gates.ts'

beforeEach(() => void stubBrowser())
afterEach(() => vi.unstubAllGlobals())

test('an accepted warning is remembered for that title only', () => {
  expect(isWarningAccepted('crossing')).toBe(false)
  acceptWarning('crossing')
  expect(isWarningAccepted('crossing')).toBe(true)
  expect(isWarningAccepted('neon')).toBe(false)
})

test('a warning is shown once for a title and an evening, in every tab', () => {
  vi.useFakeTimers({ now: 1_000 })
  for (const programId of ['crossing', 'neon', 'crossing']) acceptWarning(programId)
  expect(storedItems(localStorage)).toEqual({ 'harbour.warningsRead': 'crossing:1000,neon:1000' })
  vi.advanceTimersByTime(11 * 3_600_000)
  expect(isWarningAccepted('neon')).toBe(true)
  vi.advanceTimersByTime(3_600_000)
  expect(isWarningAccepted('neon')).toBe(false)
  vi.useRealTimers()
})
