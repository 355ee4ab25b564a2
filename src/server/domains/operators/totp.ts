import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { sameHash } from '#server/kit/secrets.ts'

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Steps before and after, for clocks that are off. */
const WINDOW = 1

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

const totpOf = (secret: Buffer, { issuer, email }: { issuer: string; email: string }): TOTP =>
  new TOTP({ issuer, label: email, digits: 6, period: PERIOD_SECONDS, secret: new Secret({ buffer: exact(secret) }) })

/** A Buffer may lie within a larger one. */
const exact = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer

/** For the QR code: `otpauth://totp/…`. */
export const otpauthUri = (secret: Buffer, label: { issuer: string; email: string }): string =>
  totpOf(secret, label).toString()

/** The step of 30 s to which a code belongs, undefined for a wrong one. */
export function stepOfCode(secret: Buffer, code: string, nowMs: number): number | undefined {
  const now = Math.floor(nowMs / 1000 / PERIOD_SECONDS)
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, at) => now + WINDOW - at)
  // The newest first: a code may be that of two steps, of which the older one was used.
  return steps.find((step) => sameHash(Buffer.from(code), Buffer.from(codeAt(secret, step * PERIOD_SECONDS * 1000))))
}

/** As an authenticator app shows it. */
export const codeAt = (secret: Buffer, nowMs: number): string =>
  totpOf(secret, { issuer: '', email: '' }).generate({ timestamp: nowMs })

/** In base32, as it is typed into an authenticator app. */
export const typedKeyOf = (secret: Buffer): string => new Secret({ buffer: exact(secret) }).base32
