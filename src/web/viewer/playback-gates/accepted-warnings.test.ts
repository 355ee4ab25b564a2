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

test('acceptance lasts for the session and is stored once for each title', () => {
  for (const programId of ['crossing', 'neon', 'crossing']) acceptWarning(programId)
  expect(storedItems(sessionStorage)).toEqual({ 'harbour.warningsRead': 'crossing,neon' })
  expect(storedItems(localStorage)).toEqual({})
})
