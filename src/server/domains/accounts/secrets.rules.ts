import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { isObviousPassword } from '#contract/fields.ts'

const TOKEN_BYTES = 32
const SENT_PASSWORD_DIGITS = 8
const PARENTAL_DIGITS = 4
const CODE_DIGITS = 6

/** A bearer's secret: 256 random bits. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** What is kept of a token: it needs no salt, having 256 bits of its own. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A code to be sent. */
export const newCode = (): string => digits(CODE_DIGITS)

/** What is kept of a code or a device's serial: short ones need a key. */
export const keyedHash = (key: Buffer, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()

/** What is kept of a device: a keyed hash of its own serial; null when it has none. */
export const deviceHash = (key: Buffer, { deviceSerial }: { deviceSerial?: string | undefined }): Buffer | null =>
  deviceSerial ? keyedHash(key, 'device', deviceSerial) : null

/** Whether a hash is the expected one; never when none is. */
export const sameHash = (given: Buffer, expected: Buffer | null): boolean =>
  expected !== null && given.length === expected.length && timingSafeEqual(given, expected)

/** A password that leaves by SMS: random, and none that anybody would try first. */
export function newPassword(number: string): string {
  for (;;) {
    const password = digits(SENT_PASSWORD_DIGITS)
    if (!isObviousPassword(password, number)) return password
  }
}

/** The parental code that an account begins with. */
export function newParentalCode(): string {
  for (;;) {
    const code = digits(PARENTAL_DIGITS)
    if (!isObviousPassword(code)) return code
  }
}

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')
