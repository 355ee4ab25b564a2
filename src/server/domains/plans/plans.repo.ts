import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { Offer } from '#contract/plans.ts'
import type { PlanTerms, PlanVersion, Translated } from './plans.rules.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    plan: { plan_id: string; offer: Offer; position: number }
    plan_version: {
      plan_version_id: string
      plan_id: string
      version: number
      name: Translated
      description: Translated
      amount_cents: number
      currency: string
      trial_months: 0 | 1
      credits_per_cycle: number
      published_at: Temporal.Instant
      published_by: string
      starts_at: Temporal.Instant | null
      ends_at: Temporal.Instant | null
    }
    plan_version_end: { plan_version_id: string; at: Temporal.Instant; actor: string }
  }
}

const columns = sql`v.plan_version_id as "planVersionId", v.plan_id as "planId", p.offer, v.version, v.name, v.description,
  v.amount_cents as "amountCents", v.currency, v.trial_months as "trialMonths", v.credits_per_cycle as "creditsPerCycle",
  v.published_at as "publishedAt", v.published_by as "publishedBy", coalesce(v.starts_at, v.published_at) as "startsAt",
  least(v.ends_at, e.at) as "endsAt",
  case when e.at <= coalesce(v.starts_at, v.published_at) then e.at end as "withdrawnAt"`

const versions = sql`plan_version v left join plan_version_end e using (plan_version_id)`

/** A planned version, by one that was published at once after it had begun. */
const isReplaced = sql`exists (
  select from plan_version later where later.plan_id = v.plan_id and v.starts_at is not null and v.ends_at is null
    and later.starts_at is null and later.ends_at is null
    and later.version > v.version and later.published_at >= v.starts_at)`

interface OnSale {
  readonly offer?: Offer
  readonly planId?: string
  readonly now: Temporal.Instant
  /** Without promotions. */
  readonly isRegular?: boolean
}

/** Of each plan the promotion that runs, else the version that began last. */
export async function findOnSale(db: Db, { offer, planId, now, isRegular = false }: OnSale): Promise<PlanVersion[]> {
  const { rows } = await sql<PlanVersion>`
    select ${columns} from plan p
      join lateral (
        select v.* from ${versions} where v.plan_id = p.plan_id
          and (v.starts_at is null or v.starts_at <= ${now}) and (e.at is null or e.at > ${now})
          and (v.ends_at is null or (not ${isRegular} and v.ends_at > ${now})) and not ${isReplaced}
        order by v.ends_at is null, v.starts_at desc nulls last, v.version desc limit 1) v on true
      left join plan_version_end e on e.plan_version_id = v.plan_version_id
    where ${offer === undefined ? sql`true` : sql`p.offer = ${offer}`}
      and ${planId === undefined ? sql`true` : sql`p.plan_id = ${planId}`}
    order by p.position, p.plan_id`.execute(db)
  return rows
}

export async function findVersion(db: Db, planVersionId: string): Promise<PlanVersion | undefined> {
  const { rows } = await sql<PlanVersion>`
    select ${columns} from ${versions} join plan p using (plan_id)
    where v.plan_version_id = ${planVersionId}`.execute(db)
  return rows[0]
}

export async function findVersions(db: Db): Promise<PlanVersion[]> {
  const { rows } = await sql<PlanVersion>`
    select ${columns} from ${versions} join plan p using (plan_id)
    order by p.position, p.plan_id, v.version desc`.execute(db)
  return rows
}

/** Adds a plan that is new. Its versions are published one after the other. */
export async function lockPlan(tx: Db, { planId, offer }: { planId: string; offer: Offer | undefined }): Promise<void> {
  if (offer !== undefined)
    await sql`
      insert into plan (plan_id, offer, position)
      select ${planId}, ${offer}, coalesce(max(position), 0) + 1 from plan
      on conflict do nothing`.execute(tx)
  await sql`select from plan where plan_id = ${planId} for update`.execute(tx)
}

export async function lastNumber(tx: Db, planId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(version), 0) as last from plan_version where plan_id = ${planId}`.execute(tx)
  return rows[0]!.last
}

/** A promotion that another one would run beside. Without an end: until for ever. */
export async function hasPromotionIn(
  tx: Db,
  { planId, from, until }: { planId: string; from: Temporal.Instant; until: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    select from ${versions} where v.plan_id = ${planId} and v.ends_at is not null
      and coalesce(v.starts_at, v.published_at) < least(${until}::timestamptz, e.at) and least(v.ends_at, e.at) > ${from} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Withdraws one that has not begun, or ends a promotion. */
export async function endVersion(
  tx: Db,
  { planVersionId, at, actor }: { planVersionId: string; at: Temporal.Instant; actor: string },
): Promise<void> {
  await tx.insertInto('plan_version_end').values({ plan_version_id: planVersionId, at, actor }).execute()
}

type NewVersion = PlanTerms & {
  planVersionId: string
  planId: string
  version: number
  startsAt: Temporal.Instant | undefined
  endsAt: Temporal.Instant | undefined
  at: Temporal.Instant
  actor: string
}

export async function insertVersion(tx: Db, { at, actor, ...version }: NewVersion): Promise<void> {
  await sql`
    insert into plan_version (plan_version_id, plan_id, version, name, description, amount_cents, currency, trial_months,
      credits_per_cycle, published_at, published_by, starts_at, ends_at)
    values (${version.planVersionId}, ${version.planId}, ${version.version}, ${JSON.stringify(version.name)},
      ${JSON.stringify(version.description)}, ${version.amountCents}, ${version.currency}, ${version.trialMonths},
      ${version.creditsPerCycle}, ${at}, ${actor}, ${version.startsAt ?? null}, ${version.endsAt ?? null})`.execute(tx)
}
