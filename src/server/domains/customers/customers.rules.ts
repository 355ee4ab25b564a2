import { UNAPPROVED_CREDITS } from '#contract/admin/customer-changes.ts'
import type { FOUND_BY } from '#contract/admin/customers.ts'
import { dialledDigits } from '#contract/fields.ts'
import { parseNumber } from '../accounts/index.ts'

const HIDDEN = '•'

/** `+852 6••• ••47`: the first digit and the last two. */
export function maskNumber(number: string): string {
  const [areaCode, own] = [number.slice(0, 4), number.slice(4)]
  const masked = [...own].map((digit, at) => (at === 0 || at >= own.length - 2 ? digit : HIDDEN)).join('')
  return `${areaCode} ${masked.slice(0, 4)} ${masked.slice(4)}`
}

/** `t•••@example.com`, whatever the length of the name. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? HIDDEN.repeat(3) : `${email.slice(0, 1)}${HIDDEN.repeat(3)}${email.slice(at)}`
}

/** Shorter texts would be parts. */
const ID_LENGTH_MIN = 8

export type Search =
  | { readonly by: 'number'; readonly numbers: readonly string[] }
  | { readonly by: 'email'; readonly email: string }
  /** The id of an account or of an order, or an order's number. */
  | { readonly by: 'id'; readonly id: string }

/** What an operator typed: a whole number, address or id. Undefined for anything shorter. */
export function readSearch(typed: string): Search | undefined {
  const text = typed.normalize('NFKC').trim()
  if (text.includes('@')) return { by: 'email', email: text.toLowerCase() }
  const digits = dialledDigits(text)
  if (/^\+?\d{8,11}$/.test(digits)) {
    const numbers = (['852', '853'] as const).flatMap((areaCode) => parseNumber(digits, areaCode) ?? [])
    if (numbers.length > 0) return { by: 'number', numbers: [...new Set(numbers)] }
  }
  return text.length < ID_LENGTH_MIN ? undefined : { by: 'id', id: text }
}

export type FoundBy = (typeof FOUND_BY)[number]

interface Corrections {
  /** Of this one, with its sign. */
  readonly credits: number
  /** Of the account in 30 days, and of the operator in 24 hours, without those that a second person approved. */
  readonly ofAccount: number
  readonly ofOperator: number
}

/** Whether a correction needs a second person: by sums, so that several small ones do not pass the limit. */
export const needsApproval = ({ credits, ofAccount, ofOperator }: Corrections): boolean =>
  Math.abs(credits) + Math.max(ofAccount, ofOperator) > UNAPPROVED_CREDITS

const RETRY_MINUTES = [1, 2, 5, 15, 60] as const
const ATTEMPTS_MAX = 48

/** Undefined: it is given up. */
export function retryAfterMinutes(attempts: number): number | undefined {
  return attempts >= ATTEMPTS_MAX ? undefined : RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1]
}

/** Of one account in the audit log. */
export const subjectOf = (accountId: string): string => `customer:${accountId}`
