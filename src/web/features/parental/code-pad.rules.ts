import { PARENTAL_CODE_DIGITS } from '#contract/fields.ts'

export const isComplete = (code: string): boolean => code.length === PARENTAL_CODE_DIGITS

/** Applies a key of the on-screen pad: adds a digit, or removes the last one for 'delete'. */
export function applyKey(code: string, key: string): string {
  return key === 'delete' ? code.slice(0, -1) : (code + key).slice(0, PARENTAL_CODE_DIGITS)
}

/** The notice below the boxes. */
export type CodeNotice =
  | { kind: 'none' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'locked'; seconds: number }
  | { kind: 'error'; text: string }

export interface CodeProblem {
  error?: string | undefined
  triesLeft?: number | undefined
}

/** The wait takes precedence, then the tries that are left, then the server's message. */
export function noticeOf({ error, triesLeft }: CodeProblem, secondsLeft: number): CodeNotice {
  if (secondsLeft > 0) return { kind: 'locked', seconds: secondsLeft }
  if (triesLeft !== undefined && triesLeft > 0) return { kind: 'wrong', triesLeft }
  if (error) return { kind: 'error', text: error }
  return { kind: 'none' }
}
