import { CODE_TRIES } from '#contract/accounts.ts'
import { sameHash } from './secrets.rules.ts'

/** An issued code. */
export type IssuedCode = {
  /** Null for a decoy, which never verifies. */
  codeHash: Buffer | null
  sentTo: string
  /** The device that requested it. */
  requestedBy: Buffer | null
  tries: number
  triesOfOthers: number
  expiresAt: Temporal.Instant
  usedAt: Temporal.Instant | null
}

export type Verdict = 'right' | 'wrong' | 'expired' | 'exhausted'

/** True if this device requested the code. */
export const isRequestedBy = (code: IssuedCode, device: Buffer): boolean => sameHash(device, code.requestedBy)

/**
 * Verifies an attempt. A code is valid once, for three minutes, only for its recipient, and for five attempts of the device that
 * requested it and five of all others together.
 */
export function verifyCode(
  code: IssuedCode,
  attempt: { hash: Buffer; sentTo: string; isRequester: boolean; now: Temporal.Instant },
): Verdict {
  if (code.usedAt !== null) return 'expired'
  if (Temporal.Instant.compare(attempt.now, code.expiresAt) >= 0) return 'expired'
  if ((attempt.isRequester ? code.tries : code.triesOfOthers) >= CODE_TRIES) return 'exhausted'
  return sameHash(attempt.hash, code.codeHash) && code.sentTo === attempt.sentTo ? 'right' : 'wrong'
}
