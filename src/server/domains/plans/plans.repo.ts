import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { Offer, PlanTerms, PlanVersion, Translated } from './plans.rules.ts'

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
    }
  }
}

const columns = sql`v.plan_version_id as "planVersionId", v.plan_id as "planId", p.offer, v.version, v.name, v.description,
  v.amount_cents as "amountCents", v.currency, v.trial_months as "trialMonths", v.credits_per_cycle as "creditsPerCycle",
  v.published_at as "publishedAt", v.published_by as "publishedBy"`

export async function findOnSale(
  db: Db,
  { offer, planId }: { offer?: Offer; planId?: string },
): Promise<PlanVersion[]> {
  const { rows } = await sql<PlanVersion>`
    select ${columns} from plan p
      join lateral (select * from plan_version where plan_id = p.plan_id order by version desc limit 1) v on true
    where ${offer === undefined ? sql`true` : sql`p.offer = ${offer}`}
      and ${planId === undefined ? sql`true` : sql`p.plan_id = ${planId}`}
    order by p.position, p.plan_id`.execute(db)
  return rows
}

export async function findVersion(db: Db, planVersionId: string): Promise<PlanVersion | undefined> {
  const { rows } = await sql<PlanVersion>`
    select ${columns} from plan_version v join plan p using (plan_id) where v.plan_version_id = ${planVersionId}`.execute(
    db,
  )
  return rows[0]
}

export async function findVersions(db: Db): Promise<PlanVersion[]> {
  const { rows } = await sql<PlanVersion>`
    select ${columns} from plan_version v join plan p using (plan_id)
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

type NewVersion = PlanTerms & {
  planVersionId: string
  planId: string
  version: number
  at: Temporal.Instant
  actor: string
}

export async function insertVersion(tx: Db, { at, actor, ...version }: NewVersion): Promise<void> {
  await sql`
    insert into plan_version (plan_version_id, plan_id, version, name, description, amount_cents, currency, trial_months,
      credits_per_cycle, published_at, published_by)
    values (${version.planVersionId}, ${version.planId}, ${version.version}, ${JSON.stringify(version.name)},
      ${JSON.stringify(version.description)}, ${version.amountCents}, ${version.currency}, ${version.trialMonths},
      ${version.creditsPerCycle}, ${at}, ${actor})`.execute(tx)
}
