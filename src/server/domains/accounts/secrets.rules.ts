import { randomInt } from 'node:crypto'
import { isObviousPassword } from '#contract/fields.ts'
import { addressKey } from '#server/kit/addresses.ts'
import { keyedHash } from '#server/kit/secrets.ts'
import type { Origin } from './accounts-model.ts'

const SENT_PASSWORD_DIGITS = 8
const PARENTAL_DIGITS = 4
const CODE_DIGITS = 6

export const newCode = (): string => randomDigits(CODE_DIGITS)

export const deviceHash = (key: Buffer, { deviceSerial }: { deviceSerial?: string | undefined }): Buffer | null =>
  deviceSerial ? keyedHash(key, 'device', deviceSerial) : null

/** The device, or without a serial the smallest network of the address. */
export const requesterOf = (key: Buffer, { device, address }: Origin): Buffer =>
  deviceHash(key, device) ?? keyedHash(key, 'address', addressKey(address))

/** All sessions of an account count as one requester. */
export const requestedByMember = (key: Buffer, accountId: string): Buffer => keyedHash(key, 'account', accountId)

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
