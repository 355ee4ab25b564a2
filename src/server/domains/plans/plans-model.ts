import type { Language } from '#contract/languages.ts'

export const OFFERS = ['standard', 'promotional', 'staff', 'gift'] as const
export type Offer = (typeof OFFERS)[number]

export type Translated = Readonly<Record<Language, string>>

export interface PlanTerms {
  readonly name: Translated
  readonly description: Translated
  readonly amountCents: number
  readonly currency: string
  readonly trialMonths: 0 | 1
  readonly creditsPerCycle: number
}

/** It never changes: who has agreed to it keeps its price. */
export interface PlanVersion extends PlanTerms {
  readonly planVersionId: string
  readonly planId: string
  readonly offer: Offer
  readonly version: number
  readonly publishedAt: Temporal.Instant
  readonly publishedBy: string
}
