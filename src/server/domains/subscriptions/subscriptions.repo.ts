import { sql } from 'kysely'
import type { RenewingKind } from '#contract/plans.ts'
import type { Db } from '#server/kit/db.ts'
import { type Lease, leaseDueRows } from '#server/kit/lease.ts'
import type { MandateMode } from '../agreements/index.ts'
import {
  LIVE_STATES,
  type State,
  type AgreementLink,
  type ClosingStep,
  type Subscription,
} from './subscription.rules.ts'
import type { Language } from '#contract/languages.ts'
import { createHmac } from 'node:crypto'

type Instant = Temporal.Instant

export interface SubscriptionTable {
  subscription_id: string
  account_id: string | null
  plan_version_id: string
  next_plan_version_id: string | null
  state: State
  by_partner: boolean
  agreement_id: string | null
  agreement_kind: RenewingKind | null
  agreement_mode: MandateMode | null
  provider_charge_at: Instant | null
  anchor: Instant
  cycle: number
  cycle_starts_at: Instant
  cycle_ends_at: Instant
  last_cycle: number
  paid_until: Instant
  entitled_until: Instant
  charge_due_at: Instant | null
  charge_attempts: number
  failed_at: Instant | null
  noticed_cycle: number | null
  closing_step: ClosingStep | null
  tick_due_at: Instant | null
  started_at: Instant
  ended_at: Instant | null
  end_reason: string | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    subscription: SubscriptionTable
    trial_identity: { kind: IdentityKind; hash: Buffer; at: Instant }
  }
}

const subscriptionOf = (row: SubscriptionTable): Subscription => ({
  subscriptionId: row.subscription_id,
  accountId: row.account_id,
  planVersionId: row.plan_version_id,
  nextPlanVersionId: row.next_plan_version_id,
  state: row.state,
  byPartner: row.by_partner,
  agreement: linkOf(row),
  anchor: row.anchor,
  cycle: row.cycle,
  cycleStartsAt: row.cycle_starts_at,
  cycleEndsAt: row.cycle_ends_at,
  lastCycle: row.last_cycle,
  paidUntil: row.paid_until,
  entitledUntil: row.entitled_until,
  chargeDueAt: row.charge_due_at,
  chargeAttempts: row.charge_attempts,
  failedAt: row.failed_at,
  noticedCycle: row.noticed_cycle,
  closingStep: row.closing_step,
  tickDueAt: row.tick_due_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  endReason: row.end_reason,
})

const linkOf = ({
  agreement_id: agreementId,
  agreement_kind: kind,
  agreement_mode: mode,
  provider_charge_at: nextChargeAt,
}: SubscriptionTable): AgreementLink | null =>
  agreementId && kind && mode ? { agreementId, kind, mode, nextChargeAt } : null

const rowOf = (one: Subscription): SubscriptionTable => ({
  subscription_id: one.subscriptionId,
  account_id: one.accountId,
  plan_version_id: one.planVersionId,
  next_plan_version_id: one.nextPlanVersionId,
  state: one.state,
  by_partner: one.byPartner,
  agreement_id: one.agreement?.agreementId ?? null,
  agreement_kind: one.agreement?.kind ?? null,
  agreement_mode: one.agreement?.mode ?? null,
  provider_charge_at: one.agreement?.nextChargeAt ?? null,
  anchor: one.anchor,
  cycle: one.cycle,
  cycle_starts_at: one.cycleStartsAt,
  cycle_ends_at: one.cycleEndsAt,
  last_cycle: one.lastCycle,
  paid_until: one.paidUntil,
  entitled_until: one.entitledUntil,
  charge_due_at: one.chargeDueAt,
  charge_attempts: one.chargeAttempts,
  failed_at: one.failedAt,
  noticed_cycle: one.noticedCycle,
  closing_step: one.closingStep,
  tick_due_at: one.tickDueAt,
  started_at: one.startedAt,
  ended_at: one.endedAt,
  end_reason: one.endReason,
})

/** @returns false when the account has another one that runs, or waits for its first payment */
export async function insertSubscription(tx: Db, subscription: Subscription): Promise<boolean> {
  const added = await tx
    .insertInto('subscription')
    .values(rowOf(subscription))
    .onConflict((conflict) => conflict.doNothing())
    .returning('subscription_id')
    .executeTakeFirst()
  return added !== undefined
}

export async function saveSubscription(tx: Db, subscription: Subscription): Promise<void> {
  const { subscription_id, ...set } = rowOf(subscription)
  await tx.updateTable('subscription').set(set).where('subscription_id', '=', subscription_id).execute()
}

export async function findLive(db: Db, accountId: string): Promise<Subscription | undefined> {
  const row = await liveOf(db, accountId).executeTakeFirst()
  return row && subscriptionOf(row)
}

/** Every transition of a plan begins with its lock. */
export async function lockLive(tx: Db, accountId: string): Promise<Subscription | undefined> {
  const row = await liveOf(tx, accountId).forUpdate().executeTakeFirst()
  return row && subscriptionOf(row)
}

export async function lockOpenSubscriptions(tx: Db, accountId: string): Promise<Subscription[]> {
  const rows = await tx
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '<>', 'ended')
    .orderBy('subscription_id')
    .forUpdate()
    .execute()
  return rows.map(subscriptionOf)
}

const liveOf = (db: Db, accountId: string) =>
  db.selectFrom('subscription').selectAll().where('account_id', '=', accountId).where('state', 'in', LIVE_STATES)

export async function findPending(db: Db, accountId: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return row && subscriptionOf(row)
}

type Key = { subscriptionId: string } | { agreementId: string }

export async function lockSubscription(tx: Db, key: Key): Promise<Subscription | undefined> {
  const row = await tx
    .selectFrom('subscription')
    .selectAll()
    .where(
      'agreementId' in key ? 'agreement_id' : 'subscription_id',
      '=',
      'agreementId' in key ? key.agreementId : key.subscriptionId,
    )
    .forUpdate()
    .executeTakeFirst()
  return row && subscriptionOf(row)
}

/** The running plan, else the last one; none that never began. */
export async function findLast(db: Db, accountId: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('cycle', '>', 0)
    .orderBy(sql`ended_at desc nulls first`)
    .limit(1)
    .executeTakeFirst()
  return row && subscriptionOf(row)
}

export async function findAll(db: Db, accountId: string): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('started_at', 'desc')
    .execute()
  return rows.map(subscriptionOf)
}

export const SUBSCRIPTION_CHANNEL = 'subscription_due'

const DUE_SUBSCRIPTIONS = { table: 'subscription', key: 'subscription_id', dueAt: 'tick_due_at' }

export async function leaseDue(db: Db, lease: Lease): Promise<string[]> {
  const rows = await leaseDueRows<SubscriptionTable>(db, DUE_SUBSCRIPTIONS, lease)
  return rows.map(({ subscription_id }) => subscription_id)
}

export async function deferTick(
  tx: Db,
  { subscriptionId, until }: { subscriptionId: string; until: Instant },
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ tick_due_at: until })
    .where('subscription_id', '=', subscriptionId)
    .execute()
}

export async function wakeTick(tx: Db): Promise<void> {
  await sql`select pg_notify(${SUBSCRIPTION_CHANNEL}, '')`.execute(tx)
}

/** Steps that follow the closing of accounts. */
export async function findClosing(
  db: Db,
  { now, limit }: { now: Instant; limit: number },
): Promise<{ subscriptionId: string; step: 'cancel' | 'undo' | 'end' }[]> {
  const { rows } = await sql<{ subscriptionId: string; step: 'cancel' | 'undo' | 'end' }>`
    select s.subscription_id as "subscriptionId", case when a.closes_at <= ${now} then 'end' else 'cancel' end as step
    from account a join subscription s on s.account_id = a.account_id
    where a.closes_at is not null and s.state <> 'ended' and (a.closes_at <= ${now}
      or (s.state in ('trial', 'active') and s.agreement_id is not null and s.closing_step is null))
    union all
    select s.subscription_id, 'undo' from subscription s join account a on a.account_id = s.account_id
    where s.closing_step in ('cancel', 'cancelled') and a.closes_at is null
    limit ${limit}`.execute(db)
  return rows
}

export async function findSubscriber(
  db: Db,
  accountId: string,
): Promise<{ number: string; closesAt: Instant | null } | undefined> {
  const { rows } = await sql<{ number: string; closesAt: Instant | null }>`
    select number, closes_at as "closesAt" from account where account_id = ${accountId}`.execute(db)
  return rows[0]
}

export type Attention = { pastDue: number; overdue: number }

export async function countAttention(db: Db, lateSince: Instant): Promise<Attention> {
  const { rows } = await sql<Attention>`
    select (select count(*)::int from subscription where state = 'past_due') as "pastDue",
      (select count(*)::int from subscription where tick_due_at < ${lateSince}) as overdue`.execute(db)
  return rows[0]!
}

export async function unlinkAccount(tx: Db, accountId: string): Promise<void> {
  await tx.updateTable('subscription').set({ account_id: null }).where('account_id', '=', accountId).execute()
}

export async function findByAgreement(db: Db, agreementId: string): Promise<Subscription | undefined> {
  const row = await db.selectFrom('subscription').selectAll().where('agreement_id', '=', agreementId).executeTakeFirst()
  return row && subscriptionOf(row)
}

const isLive = sql`s.state in ('trial', 'active', 'past_due', 'cancelling')`

export interface HeldPlan {
  readonly name: Readonly<Record<Language, string>>
  readonly startsAt: Temporal.Instant
  readonly endsAt: Temporal.Instant
  readonly creditsPerCycle: number
}

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

/** Live ones, by the version that they keep. */
export async function countHolders(
  db: Db,
): Promise<{ planVersionId: string; subscribers: number; trials: number; ending: number }[]> {
  const { rows } = await sql<{ planVersionId: string; subscribers: number; trials: number; ending: number }>`
    select s.plan_version_id as "planVersionId", count(*)::int as subscribers,
      count(*) filter (where s.state = 'trial')::int as trials,
      count(*) filter (where s.state = 'cancelling')::int as ending
    from subscription s where ${isLive} group by 1`.execute(db)
  return rows
}

export type IdentityKind = 'number' | 'payer'

export interface Identity {
  readonly kind: IdentityKind
  readonly hash: Buffer
}

/** `value`: a mobile number (E.164), or a provider's id of a payer. */
export const identityOf = (key: Buffer, kind: IdentityKind, value: string): Identity => ({
  kind,
  hash: createHmac('sha256', key).update(`${kind}\0${value}`).digest(),
})

/** Waits for a concurrent insert of the same. @returns false when it was known */
export async function insertIdentity(tx: Db, { kind, hash }: Identity, at: Instant): Promise<boolean> {
  const added = await tx
    .insertInto('trial_identity')
    .values({ kind, hash, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst()
  return added !== undefined
}

export async function isKnownIdentity(db: Db, { kind, hash }: Identity): Promise<boolean> {
  const row = await db
    .selectFrom('trial_identity')
    .select('kind')
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}

export async function removeIdentity(tx: Db, { kind, hash }: Identity): Promise<void> {
  await tx.deleteFrom('trial_identity').where('kind', '=', kind).where('hash', '=', hash).execute()
}
