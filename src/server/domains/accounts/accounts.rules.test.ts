import { expect, test } from 'vitest'
import { CODE_TRIES } from '#contract/accounts.ts'
import { isPastDay, parseNumber, splitNumber } from './numbers.rules.ts'
import type { IssuedCode } from './codes.repo.ts'
import { verifyCode } from './codes.service.ts'
import { keyedHash } from '#server/kit/secrets.ts'
import { newCode, newParentalCode, newPassword } from './secrets.rules.ts'
import { invalidReason, deviceName, hasDeviceSlot } from './sessions.service.ts'

test.each([
  ['91234567', '852', '+85291234567'],
  ['61234567', '852', '+85261234567'],
  ['51234567', '852', '+85251234567'],
  ['46123456', '852', '+85246123456'],
  ['70123456', '852', '+85270123456'],
  ['66123456', '853', '+85366123456'],
  ['+85366123456', '852', '+85366123456'],
  ['85291234567', '853', '+85291234567'],
  ['85291234', '852', undefined],
  ['21234567', '852', undefined],
  ['31234567', '852', undefined],
  ['11234567', '852', undefined],
  ['28123456', '853', undefined],
  ['91234567', '853', undefined],
  ['9123456', '852', undefined],
  ['+8613912345678', '852', undefined],
] as const)('parses %s with area code %s as %s', (entered, areaCode, number) => {
  expect(parseNumber(entered, areaCode)).toBe(number)
})

test('splits a number into area code and eight digits', () => {
  expect(splitNumber('+85366123456')).toEqual({ areaCode: '853', mobileno: '66123456' })
})

const now = Temporal.Instant.from('2026-11-21T04:00:00Z')
const right = keyedHash(Buffer.from('k'), '123450')
const issued = (change: Partial<IssuedCode> = {}): IssuedCode => ({
  codeHash: right,
  sentTo: 'here',
  requestedBy: null,
  tries: 0,
  triesOfOthers: 0,
  expiresAt: now.add({ seconds: 600 }),
  usedAt: null,
  ...change,
})
const attempt = (change: object = {}) => ({ hash: right, sentTo: 'here', isRequester: true, now, ...change })

test.each([
  ['the right code', issued(), attempt(), 'right'],
  ['the right code at the last attempt', issued({ tries: CODE_TRIES - 1 }), attempt(), 'right'],
  ['the right code after too many attempts', issued({ tries: CODE_TRIES }), attempt(), 'exhausted'],
  ['the right code after too many attempts of others', issued({ triesOfOthers: CODE_TRIES }), attempt(), 'right'],
  [
    'the right code of another device after too many attempts of others',
    issued({ triesOfOthers: CODE_TRIES }),
    attempt({ isRequester: false }),
    'exhausted',
  ],
  ['another code', issued(), attempt({ hash: keyedHash(Buffer.from('k'), '123451') }), 'wrong'],
  ['a decoy', issued({ codeHash: null }), attempt(), 'wrong'],
  ['a code for another recipient', issued(), attempt({ sentTo: 'there' }), 'wrong'],
  ['a code in its last second', issued(), attempt({ now: now.add({ seconds: 599 }) }), 'right'],
  ['a code at its expiry', issued(), attempt({ now: now.add({ seconds: 600 }) }), 'expired'],
  ['a used code', issued({ usedAt: now }), attempt(), 'expired'],
] as const)('a verification code accepts, refuses or exhausts its attempts: %s', (_what, code, attempt, verdict) => {
  expect(verifyCode(code, attempt)).toBe(verdict)
})

test.each([
  [now, null, undefined],
  [now.subtract({ hours: 30 * 24 }).add({ seconds: 1 }), null, undefined],
  [now.subtract({ hours: 30 * 24 }), null, 'SESSION_EXPIRED'],
  [now, now, 'SESSION_ENDED'],
  [now.subtract({ hours: 40 * 24 }), now, 'SESSION_ENDED'],
] as const)('a session last used at %s and ended at %s: %s', (lastUsedAt, endedAt, reason) => {
  expect(invalidReason({ lastUsedAt, endedAt }, now)).toBe(reason)
})

test.each([
  [{ deviceModel: 'Chrome', osVersion: 'Windows 11' }, 'Chrome · Windows 11'],
  [{ deviceModel: ' iPhone\u0000\u202E17 ' }, 'iPhone 17'],
  [{ deviceModel: '', osVersion: undefined }, null],
  [{}, null],
  [{ deviceModel: 'x'.repeat(200) }, 'x'.repeat(80)],
])('names the device %j %j', (device, name) => {
  expect(deviceName(device)).toBe(name)
})

test('an account signs in on five devices at most', () => {
  expect([0, 4, 5, 6].map(hasDeviceSlot)).toEqual([true, true, false, false])
})

test('a birthday is before today in Hong Kong', () => {
  const afterMidnight = Temporal.Instant.from('2026-11-21T16:30:00Z')
  expect(['2026-11-21', '2026-11-22', '2026-11-23'].map((day) => isPastDay(day, afterMidnight))).toEqual([
    true,
    false,
    false,
  ])
})

test('secrets have the specified format', () => {
  for (let tries = 0; tries < 50; tries++) {
    expect(newCode()).toMatch(/^\d{6}$/)
    expect(newPassword('+85291234567')).toMatch(/^\d{8}$/)
    expect(newParentalCode()).toMatch(/^\d{4}$/)
  }
})
