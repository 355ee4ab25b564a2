import type { Generated } from 'kysely'
import { type Db, sql } from '#server/kit/db.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    staff_number: { number_hash: Buffer; company: string; imported_at: Instant }
    staff_check: {
      check_id: string
      token_hash: Buffer
      number_hash: Buffer
      expires_at: Instant
      account_id: string | null
      plan_version_id: string | null
    }
    staff_plan: {
      check_id: string
      number_hash: Buffer
      plan_version_id: string
      account_id: string | null
      order_id: string | null
      taken_at: Instant
      held_until: Instant
      refunded_cents: Generated<number>
      ended_at: Instant | null
    }
  }
}

export interface StaffCompany {
  readonly company: string
  readonly numbers: number
  /** Plans of these numbers that run. */
  readonly plans: number
  readonly importedAt: Instant
}

export async function countStaff(db: Db, at: Instant): Promise<StaffCompany[]> {
  const { rows } = await sql<StaffCompany>`
    select s.company, count(*)::int as numbers, max(s.imported_at) as "importedAt",
      count(p.number_hash)::int as plans
    from staff_number s
      left join (select distinct number_hash from staff_plan where ended_at is null and held_until > ${at}) p
        using (number_hash)
    group by s.company order by s.company`.execute(db)
  return rows
}

export async function compareNumbers(
  db: Db,
  { company, numberHashes }: { company: string; numberHashes: readonly Buffer[] },
): Promise<{ before: number; kept: number; importedAt: Instant | null }> {
  const { rows } = await sql<{ before: number; kept: number; importedAt: Instant | null }>`
    select count(*)::int as before, max(imported_at) as "importedAt",
      count(*) filter (where number_hash in (
        select decode(hash, 'hex') from unnest(${numberHashes.map((hash) => hash.toString('hex'))}::text[]) as given (hash)
      ))::int as kept
    from staff_number where company = ${company}`.execute(db)
  return rows[0]!
}

/** Two replacements take turns. */
export async function lockStaffLists(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('staff lists', 0))`.execute(tx)
}

/** Numbers per statement. */
const BATCH = 5_000

export async function replaceNumbers(
  tx: Db,
  { company, numberHashes, at }: { company: string; numberHashes: readonly Buffer[]; at: Instant },
): Promise<void> {
  await sql`delete from staff_number where company = ${company}`.execute(tx)
  for (let from = 0; from < numberHashes.length; from += BATCH) {
    const hashes = numberHashes.slice(from, from + BATCH).map((hash) => hash.toString('hex'))
    await sql`
      insert into staff_number (number_hash, company, imported_at)
      select decode(hash, 'hex'), ${company}, ${at} from unnest(${hashes}::text[]) as given (hash)
      on conflict do nothing`.execute(tx)
  }
}

type Held = { numberHash: Buffer; at: Instant }

const isHeld = ({ numberHash, at }: Held) =>
  sql<boolean>`exists (select from staff_plan p where p.number_hash = ${numberHash} and p.ended_at is null and p.held_until > ${at})`

/** Listed, without a running plan. */
export async function isFreeNumber(db: Db, held: Held): Promise<boolean> {
  const { rows } = await sql`
    select from staff_number where number_hash = ${held.numberHash} and not ${isHeld(held)}`.execute(db)
  return rows.length > 0
}

/** Locks the number, so that one account takes its plan. */
export async function lockFreeNumber(tx: Db, held: Held): Promise<boolean> {
  const { rows } = await sql`
    select from staff_number where number_hash = ${held.numberHash} for update`.execute(tx)
  return rows.length > 0 && isFreeNumber(tx, held)
}

export async function insertCheck(
  db: Db,
  check: { checkId: string; tokenHash: Buffer; numberHash: Buffer; expiresAt: Instant },
): Promise<void> {
  await db
    .insertInto('staff_check')
    .values({
      check_id: check.checkId,
      token_hash: check.tokenHash,
      number_hash: check.numberHash,
      expires_at: check.expiresAt,
      account_id: null,
      plan_version_id: null,
    })
    .execute()
}

/** Anyone who knows a number can create checks of it. */
export async function deleteOlderChecks(
  db: Db,
  { numberHash, kept }: { numberHash: Buffer; kept: number },
): Promise<void> {
  await sql`
    delete from staff_check where number_hash = ${numberHash} and account_id is null and check_id in (
      select check_id from staff_check where number_hash = ${numberHash} and account_id is null
      order by expires_at desc, check_id offset ${kept})`.execute(db)
}

/** `accountId` and `planVersionId`: the use of its token. */
export interface StaffCheck {
  readonly checkId: string
  readonly numberHash: Buffer
  readonly expiresAt: Instant
  readonly accountId: string | null
  readonly planVersionId: string | null
}

const checkColumns = [
  'check_id as checkId',
  'number_hash as numberHash',
  'expires_at as expiresAt',
  'account_id as accountId',
  'plan_version_id as planVersionId',
] as const

export async function lockCheck(tx: Db, tokenHash: Buffer): Promise<StaffCheck | undefined> {
  return tx
    .selectFrom('staff_check')
    .select(checkColumns)
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
}

export async function findCheck(db: Db, checkId: string): Promise<StaffCheck | undefined> {
  return db.selectFrom('staff_check').select(checkColumns).where('check_id', '=', checkId).executeTakeFirst()
}

export async function recordUse(
  tx: Db,
  { checkId, accountId, planVersionId }: { checkId: string; accountId: string; planVersionId: string },
): Promise<void> {
  await tx
    .updateTable('staff_check')
    .set({ account_id: accountId, plan_version_id: planVersionId })
    .where('check_id', '=', checkId)
    .execute()
}

export async function deleteChecks(db: Db, before: Instant): Promise<void> {
  await db.deleteFrom('staff_check').where('expires_at', '<', before).execute()
}

export interface StaffPlan {
  readonly checkId: string
  readonly numberHash: Buffer
  readonly planVersionId: string
  readonly accountId: string
  readonly orderId: string | null
  readonly takenAt: Instant
  readonly heldUntil: Instant
}

export async function insertPlan(tx: Db, plan: StaffPlan): Promise<void> {
  await tx
    .insertInto('staff_plan')
    .values({
      check_id: plan.checkId,
      number_hash: plan.numberHash,
      plan_version_id: plan.planVersionId,
      account_id: plan.accountId,
      order_id: plan.orderId,
      taken_at: plan.takenAt,
      held_until: plan.heldUntil,
      ended_at: null,
    })
    .execute()
}

/** Also one that was reversed. */
export async function findTaken(
  db: Db,
  checkId: string,
): Promise<{ heldUntil: Instant; endedAt: Instant | null } | undefined> {
  return db
    .selectFrom('staff_plan')
    .select(['held_until as heldUntil', 'ended_at as endedAt'])
    .where('check_id', '=', checkId)
    .executeTakeFirst()
}

export async function addRefunded(tx: Db, { orderId, cents }: { orderId: string; cents: number }): Promise<void> {
  await sql`
    update staff_plan set refunded_cents = refunded_cents + ${cents} where order_id = ${orderId}`.execute(tx)
}

export async function endPlan(tx: Db, { orderId, at }: { orderId: string; at: Instant }): Promise<void> {
  await tx
    .updateTable('staff_plan')
    .set({ ended_at: at })
    .where('order_id', '=', orderId)
    .where('ended_at', 'is', null)
    .execute()
}

export async function findPlans(
  db: Db,
  accountId: string,
): Promise<{ planVersionId: string; takenAt: Instant; heldUntil: Instant }[]> {
  return db
    .selectFrom('staff_plan')
    .select(['plan_version_id as planVersionId', 'taken_at as takenAt', 'held_until as heldUntil'])
    .where('account_id', '=', accountId)
    .orderBy('taken_at', 'desc')
    .execute()
}

/** The number stays taken. */
export async function unlinkAccount(tx: Db, accountId: string): Promise<void> {
  for (const table of ['staff_check', 'staff_plan'] as const) {
    await tx.updateTable(table).set({ account_id: null }).where('account_id', '=', accountId).execute()
  }
}
