import { earlierOf } from '#server/kit/instants.ts'
import type { AgreementState, Agreement, MandateMode } from './agreement-states.rules.ts'
import type { NewMandate } from './ports.ts'

type Instant = Temporal.Instant

/** Minutes that a payer has to approve. */
export const SETUP_MINUTES = 30
/** Minutes after creation at which an agreement that is not approved is queried. */
const SETUP_QUERY_MINUTES = [1, 2, 5, 15, SETUP_MINUTES] as const
/** An agreement whose provider gives no answer is kept waiting for this long after its expiry. */
const UNANSWERED_HOURS = 24
/** A provider's page may be approved for some hours after we have abandoned it (PayPal: three). */
const LATE_APPROVAL_HOURS = 4
const DAY_HOURS = 24
/** Tokens are refreshed this long before they expire. */
const REFRESH_DAYS = 7
/** Minutes until what had no answer is tried again; the last one repeats. */
const RETRY_MINUTES = [1, 5, 15, 60, 360] as const

interface Scheduled {
  readonly state: AgreementState
  readonly mode: MandateMode
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly credentialsExpireAt: Instant | null
}

/** A provider charges some hours before the end of what is paid; later than that, the next month is charged on approval. */
const CHARGED_AHEAD_HOURS = 7

/**
 * When a provider's own schedule begins, and whether a month is charged before it (push). From the time of the start, not of the
 * request: the same request is made again.
 */
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

/**
 * When the provider is asked next without any callback.
 * @returns null when the agreement needs no further query
 */
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

/** Whether the token is to be refreshed now. */
export function isRefreshDue(agreement: Pick<Scheduled, 'credentialsExpireAt'>, now: Instant): boolean {
  const at = refreshAt(agreement)
  return at !== null && Temporal.Instant.compare(at, now) <= 0
}

/** When something that had no answer is tried again. `tries` counts those made so far. */
export const nextTry = (tries: number, now: Instant): Instant =>
  now.add({ minutes: RETRY_MINUTES[Math.min(tries, RETRY_MINUTES.length - 1)]! })

/** Whether an agreement that nobody has approved is given up. `answered`: the provider has just said that it is not. */
export function isOver({ expiresAt }: Pick<Scheduled, 'expiresAt'>, now: Instant, answered: boolean): boolean {
  const end = answered ? expiresAt : expiresAt.add({ hours: UNANSWERED_HOURS })
  return Temporal.Instant.compare(now, end) >= 0
}
