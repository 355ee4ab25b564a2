import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/support/fake-browser.ts'
import { dropDraft } from './form-draft.ts'
import { submissionIdOf } from './submission-id.ts'

beforeEach(() => void stubBrowser())
afterEach(() => vi.unstubAllGlobals())

test('a repeated submission has the same id; changed content, another form and a dropped one have another', () => {
  const first = submissionIdOf('contact', 'a')
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(submissionIdOf('contact', 'a')).toBe(first)
  const ids = [submissionIdOf('contact', 'b'), submissionIdOf('join'), submissionIdOf('contact', 'a')]
  expect(submissionIdOf('join')).toBe(ids[1])
  dropDraft('join')
  expect(new Set([first, ...ids, submissionIdOf('join')]).size).toBe(5)
})
