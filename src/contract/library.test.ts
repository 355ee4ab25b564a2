import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createBookmark } from './library.ts'

test.each([
  ['2026-11-21T13:20:00Z', true],
  ['2026-11-21T13:20:00.123456789+08:00', true],
  ['1970-01-01T00:00:00Z', true],
  ['2026-11-21T13:20:00.1234567890Z', false],
  ['0000-01-01T00:00:00Z', false],
  ['0001-01-01T00:00:00+23:59', false],
  ['2026-02-30T00:00:00Z', false],
])('watch progress reported at %s is taken: %s', (at, taken) => {
  const report = { programId: 'a', programGuid: 'a', position: 1, duration: 2, at }
  expect(z.safeParse(createBookmark.input, report).success).toBe(taken)
})
