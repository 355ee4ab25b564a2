import { expect, test } from 'vitest'
import { createRecentFiles } from './object-response.ts'

test('a file counts as recently read for ten seconds after its last reading began', () => {
  let nowMs = 0
  const files = createRecentFiles(() => nowMs)
  const end = files.begin('a')
  expect(files.has('a')).toBe(false)
  nowMs = 3_000
  end()
  nowMs = 9_999
  expect(files.has('a')).toBe(true)
  expect(files.has('b')).toBe(false)
  files.begin('a')()
  nowMs = 19_998
  expect(files.has('a')).toBe(true)
  nowMs = 19_999
  expect(files.has('a')).toBe(false)
})

test('a file that a slow client took does not count: its beginning was read long ago', () => {
  let nowMs = 0
  const files = createRecentFiles(() => nowMs)
  const endSlow = files.begin('a')
  nowMs = 60_000
  endSlow()
  expect(files.has('a')).toBe(false)
  const endSlowAgain = files.begin('a')
  nowMs = 120_000
  files.begin('a')()
  endSlowAgain()
  expect(files.has('a')).toBe(true)
})

test('of many files the last thousand are remembered', () => {
  const files = createRecentFiles(() => 0)
  for (let n = 0; n <= 1_000; n++) files.begin(String(n))()
  expect(files.has('0')).toBe(false)
  expect(files.has('1')).toBe(true)
})
