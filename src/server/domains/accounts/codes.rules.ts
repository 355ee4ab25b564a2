import { CODE_TRIES } from '#contract/accounts.ts'
import { sameHash } from './secrets.rules.ts'

/** A code that was sent. */
export type SentCode = {
  /** Null for one that nobody was sent: it is never right. */
  codeHash: Buffer | null
  sentTo: string
  tries: number
  expiresAt: Temporal.Instant
  usedAt: Temporal.Instant | null
}

export type Verdict = 'right' | 'wrong' | 'expired' | 'spent'

/** What a try is worth: a code works once, for three minutes and five tries, and only for where it was sent. */
export function judge(code: SentCode, given: { hash: Buffer; sentTo: string; now: Temporal.Instant }): Verdict {
  if (code.usedAt !== null) return 'expired'
  if (Temporal.Instant.compare(given.now, code.expiresAt) >= 0) return 'expired'
  if (code.tries >= CODE_TRIES) return 'spent'
  return sameHash(given.hash, code.codeHash) && code.sentTo === given.sentTo ? 'right' : 'wrong'
}
