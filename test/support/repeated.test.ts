import { expect, test } from 'vitest'
import { OUT_OF_TIME, OUT_OF_TIME_OR_BROWSER } from './repeated.ts'

test.each([
  ['Test timed out in 300000ms.\nIf this is a long-running test …', OUT_OF_TIME],
  ['Hook timed out in 300000ms.', OUT_OF_TIME],
])('a test that ran out of time is repeated: %s', (message, repeated) => {
  expect(repeated.test(message)).toBe(true)
  expect(OUT_OF_TIME_OR_BROWSER.test(message)).toBe(true)
})

test.each([
  'locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for getByRole(…)',
  'page.goto: Timeout 30000ms exceeded.',
  'page.goto: Target page, context or browser has been closed',
  'page.evaluate: Target crashed',
  'page.goto: Page crashed',
])('a journey whose wait or browser ended is repeated: %s', (message) => {
  expect(OUT_OF_TIME_OR_BROWSER.test(message)).toBe(true)
  expect(OUT_OF_TIME.test(message)).toBe(false)
})

test.each([
  'expected 2 to be 3 // Object.is equality',
  // A poll that ended: what it read to the last is wrong.
  "expected '電影' to be '節目' // Object.is equality",
  "locator.click: Error: strict mode violation: getByText('未兌換') resolved to 2 elements",
  '/api/login.action: {"result":"FAILED","errorCode":"WRONG_PASSWORD"}',
  'fetch failed',
])('a wrong result is not repeated: %s', (message) => {
  expect(OUT_OF_TIME_OR_BROWSER.test(message)).toBe(false)
})
