import type { Failure } from '#web/kit/envelope.ts'

/** A refusal as `CodePad` shows it. */
export interface CodeRefusal {
  error: string
  triesLeft?: number | undefined
  retryAfter?: number | undefined
}

/** What a failed envelope says about a code: the server's sentence, the tries that are left, the wait. */
export function refusalOf(refusal: Failure): CodeRefusal {
  return { error: refusal.message, triesLeft: refusal.triesLeft, retryAfter: refusal.retryAfter }
}
