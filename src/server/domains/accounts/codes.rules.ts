import { CODE_TRIES } from '#contract/accounts.ts'
import { sameHash } from './secrets.rules.ts'

/** An issued code. */
export type IssuedCode = {
  /** Null for a decoy, which never verifies. */
  codeHash: Buffer | null
  sentTo: string
  tries: number
  expiresAt: Temporal.Instant
  usedAt: Temporal.Instant | null
}

export type Verdict = 'right' | 'wrong' | 'expired' | 'exhausted'

/** Verifies an attempt. A code is valid once, for three minutes and five attempts, and only for its recipient. */
export function verifyCode(
  code: IssuedCode,
  attempt: { hash: Buffer; sentTo: string; now: Temporal.Instant },
): Verdict {
  if (code.usedAt !== null) return 'expired'
  if (Temporal.Instant.compare(attempt.now, code.expiresAt) >= 0) return 'expired'
  if (code.tries >= CODE_TRIES) return 'exhausted'
  return sameHash(attempt.hash, code.codeHash) && code.sentTo === attempt.sentTo ? 'right' : 'wrong'
}
