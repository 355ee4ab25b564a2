import type { SubmitRefusal } from '#web/kit/use-submit.ts'

/** What `CodePad` shows of a refusal. */
export interface CodeRefusal {
  error: string
  triesLeft?: number | undefined
  retryAfter?: number | undefined
}

/** The message, the tries that are left and the wait. */
export function codeRefusal(refusal: SubmitRefusal | undefined): CodeRefusal | undefined {
  if (!refusal) return undefined
  const { triesLeft, retryAfter } = refusal.failure
  return { error: refusal.message, triesLeft, retryAfter }
}
