import { createHmac, timingSafeEqual } from 'node:crypto'

/** What an account was told that a title costs. Signed, not stored; bound to the account by the signature. */
export type Quote = {
  programId: string
  credits: number
  /** When the rental would end. */
  rentedUntil: Temporal.Instant
  expiresAt: Temporal.Instant
  nonce: string
}

/** HMAC-SHA256 cut to 128 bits (RFC 2104 5), which is 22 characters. */
const SIGNATURE_BYTES = 16
const SHAPE = /^([\w-]{16,500})\.([\w-]{22})$/

const signature = (key: Uint8Array, accountId: string, payload: string): Buffer =>
  createHmac('sha256', key).update(`${accountId}\n${payload}`).digest().subarray(0, SIGNATURE_BYTES)

/** `base64url(payload).base64url(HMAC)`. */
export function signQuote(key: Uint8Array, accountId: string, quote: Quote): string {
  const { programId, credits, rentedUntil, expiresAt, nonce } = quote
  const fields = [programId, credits, rentedUntil.epochMilliseconds, expiresAt.epochMilliseconds, nonce]
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${payload}.${signature(key, accountId, payload).toString('base64url')}`
}

/** The quote in `text`; undefined unless we signed it for this account. Says nothing of its expiry. */
export function readQuote(key: Uint8Array, accountId: string, text: string): Quote | undefined {
  const [, payload, given] = SHAPE.exec(text) ?? []
  if (payload === undefined || given === undefined) return undefined
  const expected = signature(key, accountId, payload)
  const found = Buffer.from(given, 'base64url')
  if (found.length !== expected.length || !timingSafeEqual(expected, found)) return undefined
  const [programId, credits, rentedUntil, expiresAt, nonce] = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const instant = (milliseconds: number) => Temporal.Instant.fromEpochMilliseconds(milliseconds)
  return { programId, credits, rentedUntil: instant(rentedUntil), expiresAt: instant(expiresAt), nonce }
}
