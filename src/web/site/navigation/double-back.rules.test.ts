import { expect, test } from 'vitest'
import { onBack } from './double-back.rules.ts'

test.each([
  ['the first', undefined, 5000, 'warn'],
  ['the second at once', 5000, 5000, 'leave'],
  ['the second within two seconds', 5000, 7000, 'leave'],
  ['the second too late', 5000, 7001, 'warn'],
] as const)('%s Back warns or leaves', (_, warnedAt, now, expected) => {
  expect(onBack(warnedAt, now)).toBe(expected)
})
