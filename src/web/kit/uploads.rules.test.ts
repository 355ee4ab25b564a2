import { expect, test } from 'vitest'
import { formatFileSize, refusedFile } from './uploads.rules.ts'

const RULE = { maxBytes: 5_000_000, types: ['image/jpeg', 'image/png'] }

test.each([
  ['image/jpeg', 5_000_000, undefined],
  ['image/jpeg', 5_000_001, 'tooLarge'],
  ['application/pdf', 10, 'wrongType'],
  ['application/pdf', 5_000_001, 'wrongType'],
  ['', 10, undefined],
])('a file of %s with %i bytes: %s', (type, size, expected) => {
  expect(refusedFile(RULE, { type, size })).toBe(expected)
})

test.each([
  [12, '1 KB'],
  [320_400, '320 KB'],
  [999_000, '1 MB'],
  [1_840_000, '1.8 MB'],
  [5_000_000, '5 MB'],
])('%i bytes are %s', (bytes, expected) => {
  expect(formatFileSize(bytes)).toBe(expected)
})
