import type { OutputOf } from '#contract/endpoint.ts'
import type { order } from '#contract/playback.ts'
import type { OfferKind } from '#contract/programs.ts'
import type { CallError } from '#web/kit/envelope.ts'

export type Quote = Extract<OutputOf<typeof order>, { resourceId: string }>
export type CreditQuote = Extract<Quote, { unit: 'credits' }>
export type VoucherQuote = Extract<Quote, { unit: 'vouchers' }>

/** `failed`: no answer; it can be requested again. */
export type QuoteState =
  | { kind: 'loading' }
  | { kind: 'quote'; quote: Quote }
  | { kind: 'owned' }
  | { kind: 'short'; needed: number; owned: number }
  | { kind: 'plan'; message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; message: string }

export const isQuoted = (offer: OfferKind | undefined): boolean => offer === 'rental' || offer === 'ticket'

interface OrderAnswer {
  data?: OutputOf<typeof order> | undefined
  error: Pick<CallError, 'code' | 'message' | 'failure'> | null
}

/** Codes after which the same order may be answered otherwise. */
const PASSING: ReadonlySet<string> = new Set(['NETWORK', 'UNAVAILABLE', 'INTERNAL', 'TOO_MANY_TRIES'])

export function quoteState({ data, error }: OrderAnswer): QuoteState {
  if (error) return refusalState(error)
  if (!data) return { kind: 'loading' }
  return 'resourceId' in data ? { kind: 'quote', quote: data } : { kind: 'owned' }
}

function refusalState({ code, message, failure }: NonNullable<OrderAnswer['error']>): QuoteState {
  if (code === 'INSUFFICIENT_CREDITS') return { kind: 'short', needed: failure.needed ?? 0, owned: failure.owned ?? 0 }
  if (code === 'PLAN_REQUIRED') return { kind: 'plan', message }
  return { kind: PASSING.has(code) ? 'failed' : 'refused', message }
}

const MS = 1000
const HOUR_MS = 3600 * MS
/** SPEC 9. */
const RENTAL_MS = 48 * HOUR_MS
/** A quote is some seconds old when it is read. */
const TOLERANCE_MS = 15 * 60 * MS

/** The title's licence window may end earlier. */
export const isFullTerm = (endsAt: string, nowMs: number): boolean =>
  Date.parse(endsAt) - nowMs >= RENTAL_MS - TOLERANCE_MS

export const secondsLeft = (instant: string, nowMs: number): number =>
  Math.max(0, Math.floor((Date.parse(instant) - nowMs) / MS))

/** `needed` in seconds, undefined while unknown. */
export const lacksTime = (endsAt: string, needed: number | undefined, nowMs: number): boolean =>
  needed !== undefined && needed > 0 && secondsLeft(endsAt, nowMs) < needed
