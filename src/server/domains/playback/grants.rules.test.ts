import { createHmac } from 'node:crypto'
import { assert, json as anyJson, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestClock } from '#server/kit/clock.ts'
import { LRUCache } from 'lru-cache'
import { readDeliveryPath } from './delivery.rules.ts'
import { deriveEdgeKey } from './edge-keys.rules.ts'
import { readLiveGrant } from './stream-authorization.service.ts'
import {
  grantEnd,
  grantKey,
  isLive,
  requiresStreamSlot,
  streamSlotRequiredFrom,
  readGrant,
  signGrant,
  type Grant,
} from './grants.rules.ts'

const key = grantKey(Buffer.alloc(32, 7))
const grant: Grant = {
  assetId: 'asset1',
  programId: 'neon',
  programGuid: 'neon.s1e2',
  kind: 'movie',
  kids: false,
  unlocked: false,
  parentalVersion: 0,
  accountId: null,
  sessionId: null,
  profileId: null,
  streamSlotRequiredFrom: null,
  seat: null,
  expiresAt: 1_795_262_400,
}
const signed = signGrant(key, grant)
const edge = deriveEdgeKey(Buffer.alloc(32, 7), 2)
const signedForEdges = signGrant(key, grant, edge)

test.each([signed, signedForEdges])(
  'a grant reads as it was signed, and stands in a path without escaping',
  (signed) => {
    expect(readGrant(key, signed)).toEqual(grant)
    expect(encodeURIComponent(signed)).toBe(signed)
  },
)

test('without keys of edges a grant is that of the releases before', () => {
  expect(signed).toBe(
    'WyJhc3NldDEiLCJuZW9uIiwibmVvbi5zMWUyIiwibW92aWUiLGZhbHNlLG51bGwsbnVsbCxudWxsLDE3OTUyNjI0MDAsZmFsc2UsMCxudWxsXQ.Rr7uID_BZn6NZ4jZoeO5hA',
  )
})

test('who has a key of edges can sign nothing that Harbour takes, nor is the part for edges left out', () => {
  const [payload = '', id = '', forEdges = '', forHarbour = ''] = signedForEdges.split('.')
  for (const text of [
    signGrant(edge.key, grant, edge),
    signGrant(edge.key, grant),
    `${payload}.${forEdges}`,
    `${payload}.${forHarbour}`,
    `${payload}.${id}.${forEdges}.${forEdges}`,
  ])
    expect(readGrant(key, text)).toBeNull()
})

test.each([signed, signedForEdges])('no single character can be changed, left out or added', (signed) => {
  for (let at = 0; at < signed.length; at++) {
    const other = signed[at] === 'A' ? 'B' : 'A'
    expect(readGrant(key, signed.slice(0, at) + other + signed.slice(at + 1)), `changed at ${at}`).toBeNull()
    expect(readGrant(key, signed.slice(0, at) + signed.slice(at + 1)), `left out at ${at}`).toBeNull()
    expect(readGrant(key, `${signed.slice(0, at)}A${signed.slice(at)}`), `added at ${at}`).toBeNull()
  }
})

test('whatever else is given is refused without an exception', () => {
  assert(property(string({ maxLength: 600 }), (text) => readGrant(key, text) === null))
  assert(
    property(anyJson(), string({ minLength: 22, maxLength: 22 }), (json, end) => {
      return readGrant(key, `${Buffer.from(json).toString('base64url')}.${end}`) === null
    }),
  )
})

test('another master key signs otherwise, and the master key itself signs nothing', () => {
  expect(readGrant(grantKey(Buffer.alloc(32, 8)), signed)).toBeNull()
  expect(readGrant(Buffer.alloc(32, 7), signed)).toBeNull()
})

test('a grant of an earlier release reads as one that needs no slot', () => {
  const fields = JSON.parse(Buffer.from(signed.split('.')[0]!, 'base64url').toString()) as unknown[]
  const payload = Buffer.from(JSON.stringify(fields.slice(0, -1))).toString('base64url')
  const earlier = `${payload}.${createHmac('sha256', key).update(payload).digest().subarray(0, 16).toString('base64url')}`
  expect(earlier).not.toBe(signed)
  expect(readGrant(key, earlier)).toEqual(grant)
})

test('the longest ids still fit into a grant', () => {
  const longest = 'x'.repeat(64)
  const [id, member] = ['a'.repeat(32), { accountId: longest.slice(32), sessionId: longest.slice(32) }]
  const long = { ...grant, ...member, assetId: id, programId: longest, programGuid: longest, profileId: id }
  const full = { ...long, kind: 'trailer' as const, parentalVersion: 99_999, streamSlotRequiredFrom: grant.expiresAt }
  const widest = signGrant(key, full, deriveEdgeKey(Buffer.alloc(32, 7), 999_999))
  for (const text of [signGrant(key, full), widest]) expect(readGrant(key, text)).toEqual(full)
  expect(readDeliveryPath(`/v/${widest}/${id}/v720/00001.m4s`)?.grant).toBe(widest)
})

describe('a slot among the account’s streams', () => {
  const now = Temporal.Instant.from('2026-11-21T04:00:00.750Z')
  test.each([
    ['start', 0, true],
    ['renewal', 0, true],
    ['preload', 0, false],
    ['preload', 179, false],
    ['preload', 180, true],
  ] as const)('after an authorization to %s %d seconds ago: needed: %s', (phase, seconds, expected) => {
    const given = { ...grant, streamSlotRequiredFrom: streamSlotRequiredFrom(phase, now) }
    expect(requiresStreamSlot(given, now.add({ seconds }))).toBe(expected)
  })

  test('is never needed by a visitor', () => expect(requiresStreamSlot(grant, now.add({ hours: 5 }))).toBe(false))
})

describe('the end of a grant', () => {
  const now = Temporal.Instant.from('2026-11-21T04:00:00.750Z')
  test.each([
    ['an open window: six hours, in whole seconds', null, '2026-11-21T10:00:00Z'],
    ['a window that ends later', '2026-12-01T00:00:00Z', '2026-11-21T10:00:00Z'],
    ['a window that ends sooner: exactly there', '2026-11-21T05:00:00Z', '2026-11-21T05:00:00Z'],
    ['a window that ends within a second', '2026-11-21T04:00:01.500Z', '2026-11-21T04:00:01Z'],
  ])('is the sooner of six hours and the licence window: %s', (_, right, expected) => {
    expect(String(grantEnd(now, right === null ? null : Temporal.Instant.from(right)))).toBe(expected)
  })

  test.each(['2026-11-21T04:00:00.750Z', '2026-11-21T03:00:00Z', '2026-11-21T04:00:00.900Z'])(
    'a right that ends at %s gives none',
    (right) => expect(grantEnd(now, Temporal.Instant.from(right))).toBeNull(),
  )
})

test('a grant is dead from its last second on, also when it was read before', () => {
  const clock = createTestClock()
  const expiresAt = clock.now().epochMilliseconds / 1000 + 60
  const reading = { key, clock, verified: new LRUCache<string, Grant>({ max: 10 }) }
  const read = (text: string) => readLiveGrant(reading, text)
  const text = signGrant(key, { ...grant, expiresAt })
  clock.advance('PT59.999S')
  expect(read(text)).toMatchObject({ assetId: 'asset1' })
  clock.advance('PT0.001S')
  expect(read(text)).toBeNull()
  expect(isLive({ ...grant, expiresAt }, clock.nowMs())).toBe(false)
})

test('a forged grant stays refused after the true one was read', () => {
  const reading = { key, clock: createTestClock(), verified: new LRUCache<string, Grant>({ max: 10 }) }
  const read = (text: string) => readLiveGrant(reading, text)
  expect(read(signed)).not.toBeNull()
  expect(read(`${signed.slice(0, -1)}${signed.endsWith('A') ? 'B' : 'A'}`)).toBeNull()
})
