import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'

/** The states of the index `subscription_live`: of an account at most one. */
const isLive = sql`s.state in ('trial', 'active', 'past_due', 'cancelling')`

/** The labels of the account screen. */
export interface HeldPlan {
  readonly name: Readonly<Record<Language, string>>
  readonly startsAt: Temporal.Instant
  /** The end of the running cycle; of a plan that is not renewed, its own. */
  readonly endsAt: Temporal.Instant
  readonly creditsPerCycle: number
}

/** The plan that an account holds at an instant. */
export async function findHeldPlan(
  db: Db,
  { accountId, now }: { accountId: string; now: Temporal.Instant },
): Promise<HeldPlan | undefined> {
  const { rows } = await sql<HeldPlan>`
    select v.name, s.started_at as "startsAt",
      case when s.state = 'cancelling' then s.paid_until else s.cycle_ends_at end as "endsAt",
      v.credits_per_cycle as "creditsPerCycle"
    from subscription s join plan_version v using (plan_version_id)
    where s.account_id = ${accountId} and ${isLive} and s.entitled_until > ${now}`.execute(db)
  return rows[0]
}
