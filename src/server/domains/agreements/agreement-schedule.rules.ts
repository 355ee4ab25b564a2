import { earlierOf } from '#server/kit/instants.ts'
import type { AgreementState, Agreement, MandateMode } from './agreement-states.rules.ts'
import type { NewMandate } from './ports.ts'

type Instant = Temporal.Instant

export const SETUP_MINUTES = 30
const SETUP_QUERY_MINUTES = [1, 2, 5, 15, SETUP_MINUTES] as const
/** After its expiry, if the provider gives no answer. */
const UNANSWERED_HOURS = 24
/** A provider's page may be approved after we have abandoned it (PayPal: three hours). */
const LATE_APPROVAL_HOURS = 4
const DAY_HOURS = 24
const REFRESH_DAYS = 7
/** After a request without an answer; the last one repeats. */
const RETRY_MINUTES = [1, 5, 15, 60, 360] as const

interface Scheduled {
  readonly state: AgreementState
  readonly mode: MandateMode
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly credentialsExpireAt: Instant | null
}

/** Before the end of what is paid; later than that, the next month is charged on approval. */
const CHARGED_AHEAD_HOURS = 7

/** The provider's own schedule (push). Computed from the time of creation, so that a repeated request is identical. */
export function scheduleOf({
  trial,
  createdAt,
  firstChargeAt,
  firstCycleEndsAt,
}: Pick<Agreement, 'trial' | 'createdAt' | 'firstChargeAt' | 'firstCycleEndsAt'>): Pick<
  NewMandate,
  'startsAt' | 'isChargedNow'
> {
  if (trial) return { startsAt: createdAt, isChargedNow: false }
  const isChargedNow = createdAt.until(firstChargeAt).total('hours') < CHARGED_AHEAD_HOURS
  return { startsAt: isChargedNow ? firstCycleEndsAt : firstChargeAt, isChargedNow }
}

/** @returns null when the agreement needs no further query */
export function nextQuery(agreement: Scheduled, now: Instant): Instant | null {
  const { state, mode, createdAt } = agreement
  const daily = now.add({ hours: DAY_HOURS })
  switch (state) {
    case 'setup': {
      const age = now.since(createdAt).total('minutes')
      const minutes = SETUP_QUERY_MINUTES.find((one) => one > age)
      return minutes === undefined ? now.add({ minutes: 5 }) : createdAt.add({ minutes })
    }
    case 'abandoned': {
      const age = now.since(createdAt).total('hours')
      // A token of ours exists only after a callback.
      if (mode === 'pull' || age >= DAY_HOURS) return null
      return age < LATE_APPROVAL_HOURS ? now.add({ hours: 1 }) : createdAt.add({ hours: DAY_HOURS })
    }
    case 'active':
    case 'ending':
      return earlierOf(daily, refreshAt(agreement))
    default:
      return null
  }
}

const refreshAt = ({ credentialsExpireAt }: Pick<Scheduled, 'credentialsExpireAt'>): Instant | null =>
  credentialsExpireAt?.subtract({ hours: REFRESH_DAYS * DAY_HOURS }) ?? null

export function isRefreshDue(agreement: Pick<Scheduled, 'credentialsExpireAt'>, now: Instant): boolean {
  const at = refreshAt(agreement)
  return at !== null && Temporal.Instant.compare(at, now) <= 0
}

export const nextTry = (tries: number, now: Instant): Instant =>
  now.add({ minutes: RETRY_MINUTES[Math.min(tries, RETRY_MINUTES.length - 1)]! })

/** `answered`: the provider has just said that it is not approved. */
export function isOver({ expiresAt }: Pick<Scheduled, 'expiresAt'>, now: Instant, answered: boolean): boolean {
  const end = answered ? expiresAt : expiresAt.add({ hours: UNANSWERED_HOURS })
  return Temporal.Instant.compare(now, end) >= 0
}
