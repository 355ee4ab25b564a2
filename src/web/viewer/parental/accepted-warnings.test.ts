import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/support/fake-browser.ts'
import { mustWarn, warningRead } from './accepted-warnings.ts'

const film = { programId: 'crossing', warning: '暴力場面', access: 'play' } as const

beforeEach(() => void stubBrowser())
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['play', true],
  ['login', true],
  ['parental', true],
  ['deny', false],
] as const)('a warned title that says %s: asked before it? %s', (access, asks) => {
  expect(mustWarn({ ...film, access })).toBe(asks)
})

test('without a warning nothing is asked', () => {
  expect(mustWarn({ ...film, warning: '' })).toBe(false)
})

test('once it was read it is not asked again in this session, and that of another title is', () => {
  warningRead('crossing')
  expect(mustWarn(film)).toBe(false)
  expect(mustWarn({ ...film, programId: 'neon' })).toBe(true)
})
