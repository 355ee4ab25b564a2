import type { Language } from '#contract/languages.ts'

export interface RedeemedReward {
  readonly kind: 'plan' | 'credits' | 'voucher' | 'ticket'
  readonly amount: number
  readonly expiresAt: Temporal.Instant
  /** Of a plan. */
  readonly name?: Readonly<Record<Language, string>> | undefined
  /** Of a plan; rewards of earlier releases do not say. */
  readonly creditsPerCycle?: number | undefined
}
