import type { Language } from '#contract/languages.ts'

export const OFFERS = ['standard', 'promotional', 'staff', 'gift'] as const
/** Who is offered a plan: everybody, new members on a page of their own, staff, the receiver of a gift. */
export type Offer = (typeof OFFERS)[number]

export type Translated = Readonly<Record<Language, string>>

/** What a version says; another price, name or number of credits is another version. */
export interface PlanTerms {
  readonly name: Translated
  readonly description: Translated
  /** Of one cycle. */
  readonly amountCents: number
  readonly currency: string
  /** Free months for who never held a plan. */
  readonly trialMonths: 0 | 1
  readonly creditsPerCycle: number
}

/** A version of a plan. It never changes: who has agreed to it keeps its price. */
export interface PlanVersion extends PlanTerms {
  readonly planVersionId: string
  readonly planId: string
  readonly offer: Offer
  readonly version: number
  readonly publishedAt: Temporal.Instant
  readonly publishedBy: string
}
