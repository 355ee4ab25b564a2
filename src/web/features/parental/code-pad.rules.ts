import { PARENTAL_CODE_DIGITS } from '#contract/fields.ts'

/** The digits in what was typed or pasted, full-width ones too; more than four are cut off. */
export const digitsOf = (typed: string): string =>
  typed.normalize('NFKC').replace(/\D/g, '').slice(0, PARENTAL_CODE_DIGITS)

/** At the fourth digit the code is sent. */
export const isComplete = (code: string): boolean => code.length === PARENTAL_CODE_DIGITS

/** What a key of the drawn pad does: a digit is added, 'delete' takes the last one away. */
export function pressKey(code: string, key: string): string {
  return key === 'delete' ? code.slice(0, -1) : digitsOf(code + key)
}

export type BoxState = 'filled' | 'next' | 'empty'

/** How each of the four boxes is drawn. */
export const boxesOf = (code: string): BoxState[] =>
  Array.from({ length: PARENTAL_CODE_DIGITS }, (_, at) =>
    at < code.length ? 'filled' : at === code.length ? 'next' : 'empty',
  )

/** What is said below the boxes. */
export type CodeNotice =
  | { kind: 'none' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'locked'; seconds: number }
  | { kind: 'error'; text: string }

export interface CodeTrouble {
  error?: string | undefined
  triesLeft?: number | undefined
}

/** The wait comes first, then the tries that are left, then the server's own sentence. */
export function noticeOf({ error, triesLeft }: CodeTrouble, secondsLeft: number): CodeNotice {
  if (secondsLeft > 0) return { kind: 'locked', seconds: secondsLeft }
  if (triesLeft !== undefined && triesLeft > 0) return { kind: 'wrong', triesLeft }
  if (error) return { kind: 'error', text: error }
  return { kind: 'none' }
}
