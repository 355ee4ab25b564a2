import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { isObviousPassword } from '#contract/fields.ts'
import { addressKey } from '#server/kit/addresses.ts'
import type { Origin } from './accounts-model.ts'

const TOKEN_BYTES = 32
const SENT_PASSWORD_DIGITS = 8
const PARENTAL_DIGITS = 4
const CODE_DIGITS = 6

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Needs no salt: a token has 256 random bits. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

export const newCode = (): string => randomDigits(CODE_DIGITS)

/** For short secrets: the key prevents brute force. */
export const keyedHash = (key: Buffer, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()

export const deviceHash = (key: Buffer, { deviceSerial }: { deviceSerial?: string | undefined }): Buffer | null =>
  deviceSerial ? keyedHash(key, 'device', deviceSerial) : null

/** The device, or without a serial the smallest network of the address. */
export const requesterOf = (key: Buffer, { device, address }: Origin): Buffer =>
  deviceHash(key, device) ?? keyedHash(key, 'address', addressKey(address))

/** All sessions of an account count as one requester. */
export const requestedByMember = (key: Buffer, accountId: string): Buffer => keyedHash(key, 'account', accountId)

/** In constant time. */
export const sameHash = (actual: Buffer, expected: Buffer | null): boolean =>
  expected !== null && actual.length === expected.length && timingSafeEqual(actual, expected)

export function newPassword(number: string): string {
  for (;;) {
    const password = randomDigits(SENT_PASSWORD_DIGITS)
    if (!isObviousPassword(password, number)) return password
  }
}

export function newParentalCode(): string {
  for (;;) {
    const code = randomDigits(PARENTAL_DIGITS)
    if (!isObviousPassword(code)) return code
  }
}

const randomDigits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')
