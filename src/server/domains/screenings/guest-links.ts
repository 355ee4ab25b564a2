import { createHash, createHmac, randomBytes } from 'node:crypto'
import { deriveKey } from '#server/kit/keys.ts'

export type GuestLinks = ReturnType<typeof createGuestLinks>

/** HMAC-SHA256 cut to 128 bits, which is 22 characters. */
const SECRET_BYTES = 16
const TOKEN_BYTES = 32

/** Secrets are derived from the master key, so that the host sees the link again and the database has only its hash. */
export function createGuestLinks(masterKey: Buffer) {
  const key = deriveKey(masterKey, 'screening guest link')
  const sessionKey = deriveKey(masterKey, 'screening guest session')
  const secretOf = (screeningId: string, version: number): string =>
    createHmac('sha256', key)
      .update(`${screeningId}\n${version}`)
      .digest()
      .subarray(0, SECRET_BYTES)
      .toString('base64url')
  return {
    secretOf,
    stored: (screeningId: string, linkVersion: number) => ({
      linkVersion,
      linkHash: hashOf(secretOf(screeningId, linkVersion)),
    }),
    /** The same for the same link and submission, so that a lost response loses no seat. */
    guestToken: (secret: string, submissionId: string | undefined): string =>
      (submissionId === undefined
        ? randomBytes(TOKEN_BYTES)
        : createHmac('sha256', sessionKey).update(`${secret}\n${submissionId}`).digest()
      ).toString('base64url'),
    first: (screeningId: string) => ({ linkVersion: 1, linkHash: hashOf(secretOf(screeningId, 1)) }),
  }
}

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
