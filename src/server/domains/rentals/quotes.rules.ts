import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaymentUnit } from '#contract/playback.ts'

/** The price that an account was quoted. Signed, not stored; bound to the account by the signature. */
export type Quote = {
  programId: string
  payment: number
  unit: PaymentUnit
  rentedUntil: Temporal.Instant
  expiresAt: Temporal.Instant
  nonce: string
}

/** HMAC-SHA256 cut to 128 bits (RFC 2104 5), which is 22 characters. */
const SIGNATURE_BYTES = 16
const SHAPE = /^([\w-]{16,500})\.([\w-]{22})$/

const signature = (key: Uint8Array, accountId: string, payload: string): Buffer =>
  createHmac('sha256', key).update(`${accountId}\n${payload}`).digest().subarray(0, SIGNATURE_BYTES)

export function signQuote(key: Uint8Array, accountId: string, quote: Quote): string {
  const { programId, payment, unit, rentedUntil, expiresAt, nonce } = quote
  const fields = [programId, payment, rentedUntil.epochMilliseconds, expiresAt.epochMilliseconds, nonce, unit]
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${payload}.${signature(key, accountId, payload).toString('base64url')}`
}

/** Undefined unless we signed it for this account. It may have expired. */
export function readQuote(key: Uint8Array, accountId: string, text: string): Quote | undefined {
  const [, payload, given] = SHAPE.exec(text) ?? []
  if (payload === undefined || given === undefined) return undefined
  const expected = signature(key, accountId, payload)
  const found = Buffer.from(given, 'base64url')
  if (found.length !== expected.length || !timingSafeEqual(expected, found)) return undefined
  // The release before this one named no unit.
  const [programId, payment, rentedUntil, expiresAt, nonce, unit = 'credits'] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  )
  const instant = (milliseconds: number) => Temporal.Instant.fromEpochMilliseconds(milliseconds)
  return { programId, payment, unit, rentedUntil: instant(rentedUntil), expiresAt: instant(expiresAt), nonce }
}
