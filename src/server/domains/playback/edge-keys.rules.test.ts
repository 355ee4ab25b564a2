import { describe, expect, test } from 'vitest'
import { deriveEdgeKey, type EdgeKeyRow, keysInUse, nextRotation, signingKey } from './edge-keys.rules.ts'
import { grantKey } from './grants.rules.ts'

const at = (time: string) => Temporal.Instant.from(`2026-11-30T${time}Z`)
const key = (id: number, signsFrom: string, endedAt: string | null = null): EdgeKeyRow => ({
  id,
  signsFrom: at(signsFrom),
  endedAt: endedAt === null ? null : at(endedAt),
})

describe('keys of edges', () => {
  const first = key(1, '02:00:00')
  const second = key(2, '08:00:00')
  test.each<[string, EdgeKeyRow[], string, number | undefined, number[], string | null]>([
    ['none', [], '08:00:00', undefined, [], null],
    ['one', [first], '08:00:00', 1, [1], null],
    ['the next one is made', [first, second], '07:59:59', 1, [2, 1], '14:01:00'],
    ['the next one signs', [first, second], '08:00:00', 2, [2, 1], '14:01:00'],
    ['the last grant of the first ends', [first, second], '14:00:59', 2, [2, 1], '14:01:00'],
    ['the first is over', [first, second], '14:01:00', 2, [2], null],
    ['one leaked', [key(1, '02:00:00', '08:00:00'), second], '08:00:00', 2, [2], null],
    [
      'one leaked before it signed',
      [key(1, '02:00:00', '07:30:00'), key(2, '08:00:00', '07:30:00'), key(3, '07:30:00')],
      '09:00:00',
      3,
      [3],
      null,
    ],
  ])('%s', (_, rows, now, signs, inUse, next) => {
    for (const given of [rows, rows.toReversed()]) {
      expect(signingKey(given, at(now))?.id).toBe(signs)
      expect(keysInUse(given, at(now)).map(({ id }) => id)).toEqual(inUse)
      expect(nextRotation(given, at(now))).toEqual(next === null ? undefined : at(next))
    }
  })

  test('each is derived for itself: neither the master key nor Harbour’s own', () => {
    const masterKey = Buffer.alloc(32, 7)
    const keys = [masterKey, grantKey(masterKey), deriveEdgeKey(masterKey, 1).key, deriveEdgeKey(masterKey, 2).key]
    expect(new Set(keys.map((one) => Buffer.from(one).toString('hex'))).size).toBe(4)
    expect(deriveEdgeKey(masterKey, 2)).toEqual(deriveEdgeKey(masterKey, 2))
  })
})
