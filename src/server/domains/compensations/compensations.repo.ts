import type { Kysely } from 'kysely'
import type { Compensated, CompensationState } from '#contract/admin/compensations.ts'
import { type Database, type Db, sql, type Tx } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import { type CompensationOrder, type Gives, incidentKey } from './compensations.rules.ts'

type Instant = Temporal.Instant

export const COMPENSATIONS_CHANNEL = 'compensations'

export interface Compensation extends CompensationOrder {
  readonly compensationId: string
  readonly reason: string
  readonly members: number
  readonly given: number
  readonly nothing: number
  readonly failed: number
  readonly madeAt: Instant
  readonly madeBy: string
  readonly operatorId: string
  readonly approvedBy: string | null
  readonly endedAt: Instant | null
  readonly stoppedAt: Instant | null
  readonly stoppedBy: string | null
}

interface CompensationRow extends Omit<Compensation, 'gives'> {
  readonly kind: 'credits' | 'rental'
  readonly amount: number
}

const OWN = sql`c.compensation_id as "compensationId", c.incident, c.from_at as "from", c.until_at as until, c.who,
  c.gives as kind, c.amount, c.reason, c.members, c.made_at as "madeAt", c.made_by as "madeBy",
  c.operator_id as "operatorId", c.approved_by as "approvedBy", c.ended_at as "endedAt", c.stopped_at as "stoppedAt",
  c.stopped_by as "stoppedBy"`

const counted = (...states: string[]) => sql`(select count(*)::int from compensation_account a
  where a.compensation_id = c.compensation_id and a.state = any(${states}::text[]))`

const COLUMNS = sql`${OWN}, ${counted('given')} as given, ${counted('nothing', 'gone')} as nothing,
  ${counted('failed')} as failed`

const givesOf = (kind: CompensationRow['kind'], amount: number): Gives =>
  kind === 'credits' ? { kind, credits: amount } : { kind, hours: amount }

const fromRow = ({ kind, amount, ...row }: CompensationRow): Compensation => ({ ...row, gives: givesOf(kind, amount) })

export type NewCompensation = CompensationOrder &
  Pick<Compensation, 'compensationId' | 'reason' | 'madeAt' | 'madeBy' | 'operatorId' | 'approvedBy'>

export async function insertCompensation(tx: Tx, made: NewCompensation): Promise<void> {
  const { gives } = made
  await sql`
    insert into compensation (compensation_id, incident, incident_key, from_at, until_at, who, gives, amount, reason,
      members, made_at, made_by, operator_id, approved_by)
    values (${made.compensationId}, ${made.incident}, ${incidentKey(made.incident)}, ${made.from}, ${made.until},
      ${[...made.who]}::text[], ${gives.kind}, ${gives.kind === 'credits' ? gives.credits : gives.hours}, ${made.reason},
      0, ${made.madeAt}, ${made.madeBy}, ${made.operatorId}, ${made.approvedBy})`.execute(tx)
}

/** Wakes the job on commit. */
export async function setMembers(tx: Tx, compensationId: string, members: number): Promise<void> {
  await sql`update compensation set members = ${members} where compensation_id = ${compensationId}`.execute(tx)
  await sql`select pg_notify(${COMPENSATIONS_CHANNEL}, '')`.execute(tx)
}

const STATES: Readonly<Record<CompensationState, ReturnType<typeof sql>>> = {
  running: sql`c.ended_at is null and c.stopped_at is null`,
  done: sql`c.ended_at is not null and c.stopped_at is null`,
  stopped: sql`c.stopped_at is not null`,
}

export interface CompensationQuery {
  readonly filter: { readonly state?: CompensationState | undefined }
  readonly sort: '-madeAt' | 'madeAt'
}

export async function findCompensations(
  db: Kysely<Database>,
  { filter: { state }, sort, ...page }: CompensationQuery & { after?: string | undefined; limit: number },
): Promise<KeysetPage<Compensation>> {
  const found = await readPage<CompensationRow>(
    db,
    {
      columns: COLUMNS,
      from: sql`compensation c`,
      where: [state === undefined ? sql`true` : STATES[state]],
      sort: { by: sql`c.made_at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: sql`c.compensation_id`, type: 'text' },
    },
    page,
  )
  return { ...found, list: found.list.map(fromRow) }
}

export async function findCompensation(db: Db, compensationId: string): Promise<Compensation | undefined> {
  const { rows } = await sql<CompensationRow>`
    select ${COLUMNS} from compensation c where c.compensation_id = ${compensationId}`.execute(db)
  return rows[0] && fromRow(rows[0])
}

export interface Due {
  readonly compensationId: string
  readonly accountId: string
  readonly attempts: number
}

/** An account that waits, and that no other worker is at. */
export async function lockDue(tx: Tx, now: Instant): Promise<(Due & Compensation) | undefined> {
  const { rows } = await sql<Due & CompensationRow>`
    select ${OWN}, 0 as given, 0 as nothing, 0 as failed, a.account_id as "accountId", a.attempts
    from compensation_account a join compensation c using (compensation_id)
    where a.state = 'waiting' and a.due_at <= ${now} and c.stopped_at is null
    order by a.due_at limit 1 for update of a skip locked`.execute(tx)
  const [row] = rows
  return row && { ...fromRow(row), accountId: row.accountId, attempts: row.attempts }
}

type AccountState = 'given' | 'nothing' | 'gone' | 'failed'

export async function endAccount(
  tx: Db,
  { compensationId, accountId, state }: Pick<Due, 'compensationId' | 'accountId'> & { state: AccountState },
): Promise<void> {
  await sql`
    update compensation_account set state = ${state}
    where compensation_id = ${compensationId} and account_id = ${accountId} and state = 'waiting'`.execute(tx)
}

export async function postponeAccount(
  db: Db,
  { compensationId, accountId, attempts, dueAt }: Due & { dueAt: Instant },
): Promise<void> {
  await sql`
    update compensation_account set attempts = ${attempts}, due_at = ${dueAt}
    where compensation_id = ${compensationId} and account_id = ${accountId} and state = 'waiting'`.execute(db)
}

export async function endFinished(db: Db, now: Instant): Promise<void> {
  await sql`
    update compensation c set ended_at = ${now}
    where c.ended_at is null and c.stopped_at is null and not exists (
      select from compensation_account a where a.compensation_id = c.compensation_id and a.state = 'waiting')`.execute(
    db,
  )
}

export async function lockCompensation(tx: Tx, compensationId: string): Promise<Compensation | undefined> {
  await sql`select from compensation where compensation_id = ${compensationId} for update`.execute(tx)
  return findCompensation(tx, compensationId)
}

/** Accounts that wait can be compensated anew. */
export async function stopCompensation(
  tx: Tx,
  { compensationId, by, at }: { compensationId: string; by: string; at: Instant },
): Promise<void> {
  await sql`
    update compensation set stopped_at = ${at}, stopped_by = ${by} where compensation_id = ${compensationId}`.execute(
    tx,
  )
  await sql`
    update compensation_account set state = 'stopped'
    where compensation_id = ${compensationId} and state = 'waiting'`.execute(tx)
}

export async function findOfAccount(db: Db, accountId: string) {
  const { rows } = await sql<{ at: Instant; kind: string; amount: number; did: Compensated[] }>`
    select c.made_at as at, c.gives as kind, c.amount from compensation_account a join compensation c using (compensation_id)
    where a.account_id = ${accountId} and a.state = 'given' order by c.made_at desc limit 1000`.execute(db)
  return rows
}

export async function eraseOfAccount(tx: Db, accountId: string): Promise<void> {
  await sql`delete from compensation_account where account_id = ${accountId}`.execute(tx)
}
