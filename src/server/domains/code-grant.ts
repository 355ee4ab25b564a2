import type { Language } from '#contract/languages.ts'

/** What a code gave: of `codes`, for the domains that redeem one by a port. Types only. */
export interface CodeGrant {
  readonly kind: 'plan' | 'credits' | 'voucher' | 'ticket'
  /** Months, credits, vouchers, tickets. */
  readonly amount: number
  /** When it can no longer be used; of a plan, its end. */
  readonly expiresAt: Temporal.Instant
  /** Of a plan. */
  readonly name?: Readonly<Record<Language, string>> | undefined
}
