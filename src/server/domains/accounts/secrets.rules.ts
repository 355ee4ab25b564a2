import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { isObviousPassword } from '#contract/fields.ts'
import { addressKey } from '#server/kit/addresses.ts'
import type { Origin } from './accounts-model.ts'

const TOKEN_BYTES = 32
const SENT_PASSWORD_DIGITS = 8
const PARENTAL_DIGITS = 4
const CODE_DIGITS = 6

/** A bearer token: 256 random bits. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** The stored form of a token. It needs no salt: a token has 256 random bits. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** A one-time code. */
export const newCode = (): string => randomDigits(CODE_DIGITS)

/** The stored form of a short secret (a code, a device serial). A key prevents brute force. */
export const keyedHash = (key: Buffer, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()

/** The stored form of a device: a keyed hash of its serial; null without a serial. */
export const deviceHash = (key: Buffer, { deviceSerial }: { deviceSerial?: string | undefined }): Buffer | null =>
  deviceSerial ? keyedHash(key, 'device', deviceSerial) : null

/** Identifies who requests or enters a code: the device, or without a serial the smallest network of its address. */
export const requesterOf = (key: Buffer, { device, address }: Origin): Buffer =>
  deviceHash(key, device) ?? keyedHash(key, 'address', addressKey(address))

/** The requester of a code that only sessions of one account can enter: they count as one. */
export const requestedByMember = (key: Buffer, accountId: string): Buffer => keyedHash(key, 'account', accountId)

/** Compares hashes in constant time; false when no hash is expected. */
export const sameHash = (actual: Buffer, expected: Buffer | null): boolean =>
  expected !== null && actual.length === expected.length && timingSafeEqual(actual, expected)

/** A random password sent by SMS; never an obvious one. */
export function newPassword(number: string): string {
  for (;;) {
    const password = randomDigits(SENT_PASSWORD_DIGITS)
    if (!isObviousPassword(password, number)) return password
  }
}

/** A random initial parental code; never an obvious one. */
export function newParentalCode(): string {
  for (;;) {
    const code = randomDigits(PARENTAL_DIGITS)
    if (!isObviousPassword(code)) return code
  }
}

const randomDigits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')
