import type { HEALTH_STATES, HealthName } from '#contract/admin/health.ts'

/** A line of the console's health. */
export interface HealthLine {
  readonly name: HealthName
  readonly state: (typeof HEALTH_STATES)[number]
  /** Null: not known. */
  readonly value: number | null
  /** Of the oldest that waits, or of the last check. */
  readonly since: Temporal.Instant | null
}

/** A daily check that has not run for this long is looked at. */
const CHECK_HOURS = 48

const isOlder = (at: Temporal.Instant, hours: number, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(at.add({ minutes: hours * 60 }), now) < 0

/** Of differences that a daily check found; undefined before the first one. */
export function checkLine(
  name: HealthName,
  check: { readonly checkedAt: Temporal.Instant; readonly differences: readonly string[] } | undefined,
  now: Temporal.Instant,
): HealthLine {
  if (!check) return { name, state: 'ok', value: null, since: null }
  const { checkedAt, differences } = check
  const state = differences.length > 0 ? 'act' : isOlder(checkedAt, CHECK_HOURS, now) ? 'watch' : 'ok'
  return { name, state, value: differences.length, since: checkedAt }
}

/** Of what waits: it is looked at when the oldest has waited for `hours`, and acted on where some has `failed`. */
export function waitingLine(
  name: HealthName,
  { count, oldest, failed = 0 }: { count: number; oldest: Temporal.Instant | null; failed?: number },
  { now, hours }: { now: Temporal.Instant; hours: number },
): HealthLine {
  const isLate = oldest !== null && isOlder(oldest, hours, now)
  return { name, state: failed > 0 ? 'act' : isLate ? 'watch' : 'ok', value: count, since: count > 0 ? oldest : null }
}

/** Of cases that an operator has to look at. */
export const casesLine = (name: HealthName, count: number): HealthLine => ({
  name,
  state: count > 0 ? 'act' : 'ok',
  value: count,
  since: null,
})
