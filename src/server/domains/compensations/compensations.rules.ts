import { type Compensated, type CompensationState, INCIDENT_DAYS_MAX } from '#contract/admin/compensations.ts'
import type { PlainProblem } from '#contract/operator-problems.ts'

type Instant = Temporal.Instant

export type Gives =
  | { readonly kind: 'credits'; readonly credits: number }
  | { readonly kind: 'rental'; readonly hours: number }

export interface CompensationOrder {
  readonly incident: string
  readonly from: Instant
  /** Not included. */
  readonly until: Instant
  readonly who: readonly Compensated[]
  readonly gives: Gives
}

/** One incident is named in one way: neither case nor spaces make another of it. */
export const incidentKey = (incident: string): string => incident.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

/** Why it cannot be; undefined: it can. */
export function problemOf({ from, until, who, gives }: CompensationOrder, now: Instant): PlainProblem | undefined {
  const isBackwards = Temporal.Instant.compare(from, until) >= 0
  const isLong = until.since(from).total('hours') > INCIDENT_DAYS_MAX * 24
  if (isBackwards || isLong || Temporal.Instant.compare(until, now) > 0) return { is: 'compensationPeriod' }
  const isForRenters = who.length === 1 && who[0] === 'rented'
  return gives.kind === 'rental' && !isForRenters ? { is: 'compensationRenters' } : undefined
}

/** Payments may still be confirmed after a second person has seen the count. */
const GROWTH = 0.1

export const hasGrown = (members: number, approved: number): boolean =>
  members > approved + Math.ceil(approved * GROWTH)

export function stateOf({
  endedAt,
  stoppedAt,
}: {
  endedAt: Instant | null
  stoppedAt: Instant | null
}): CompensationState {
  if (stoppedAt !== null) return 'stopped'
  return endedAt === null ? 'running' : 'done'
}

const RETRIES = 10
/** Undefined: it is given up. @param attempts including the one that failed */
export const retryAfterSeconds = (attempts: number): number | undefined =>
  attempts >= RETRIES ? undefined : 30 * attempts
