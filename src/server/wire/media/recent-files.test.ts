import { expect, test } from 'vitest'
import { createRecentFiles } from './recent-files.ts'

test('a file counts as recently sent for ten seconds after the last time', () => {
  let nowMs = 0
  const files = createRecentFiles(() => nowMs)
  expect(files.has('a')).toBe(false)
  files.add('a')
  nowMs = 9_999
  expect(files.has('a')).toBe(true)
  expect(files.has('b')).toBe(false)
  files.add('a')
  nowMs = 19_998
  expect(files.has('a')).toBe(true)
  nowMs = 19_999
  expect(files.has('a')).toBe(false)
})

test('of many files the last thousand are remembered', () => {
  const files = createRecentFiles(() => 0)
  for (let n = 0; n <= 1_000; n++) files.add(String(n))
  expect(files.has('0')).toBe(false)
  expect(files.has('1')).toBe(true)
})
