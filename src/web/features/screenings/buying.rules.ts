import type { ScreeningUnit } from '#contract/screenings.ts'
import { PAYMENT_KINDS, type PaymentKind } from '#contract/payments.ts'

/** A way to pay for a screening: with what the account has, or to a provider. */
export type Way = ScreeningUnit | PaymentKind

export const isProvider = (way: Way): way is PaymentKind => (PAYMENT_KINDS as readonly string[]).includes(way)

/** The ways in their order: credits or tickets first, by what the member has. Visitors see credits. */
export const waysOf = (unit: ScreeningUnit, kinds: readonly PaymentKind[]): Way[] => [unit, ...kinds]

/** What keeps the quote from being had. `short`: too few credits or tickets, `fast`: others' payments hold the seats. */
type QuoteProblem = 'short' | 'fast' | 'parental' | 'gone' | 'refused' | 'failed'

const PROBLEMS: Readonly<Record<string, QuoteProblem>> = {
  INSUFFICIENT_CREDITS: 'short',
  INSUFFICIENT_TICKETS: 'short',
  SELLING_FAST: 'fast',
  PARENTAL_CODE_REQUIRED: 'parental',
  NOT_FOUND: 'gone',
  WINDOW_CLOSED: 'gone',
  NETWORK: 'failed',
  INTERNAL: 'failed',
  UNAVAILABLE: 'failed',
}

export const quoteProblem = (code: string): QuoteProblem => PROBLEMS[code] ?? 'refused'

/** The problems with which nothing can be paid, not even to a provider. */
export const blocksAll = (problem: QuoteProblem | undefined): boolean =>
  problem === 'fast' || problem === 'parental' || problem === 'gone' || problem === 'refused'
