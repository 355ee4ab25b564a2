import type { Selectable } from 'kysely'
import { type Db, sql } from '#server/kit/db.ts'
import { type Lease, leaseDueRows } from '#server/kit/lease.ts'
import { agreementOf, type AgreementTable } from './agreements.repo.ts'
import type { StoredAgreement } from './agreement-states.rules.ts'

type Instant = Temporal.Instant

export const AGREEMENT_CHANNEL = 'agreement_due'

const DUE_AGREEMENTS = { table: 'agreement', key: 'agreement_id', dueAt: 'query_due_at' }

export async function leaseDueAgreements(db: Db, lease: Lease): Promise<StoredAgreement[]> {
  return (await leaseDueRows<Selectable<AgreementTable>>(db, DUE_AGREEMENTS, lease)).map(agreementOf)
}

export async function notifyDue(tx: Db): Promise<void> {
  await sql`select pg_notify(${AGREEMENT_CHANNEL}, '')`.execute(tx)
}

/** Agreements that keep an account from being erased: open, or not ended at their provider. */
export async function findUnfinished(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('agreement')
    .select('agreement_id')
    .where('account_id', '=', accountId)
    .where((where) =>
      where.or([
        where('state', 'in', ['setup', 'active', 'ending']),
        where('ending_requested_at', 'is not', null).and('ended_at', 'is', null),
      ]),
    )
    .execute()
  return rows.map(({ agreement_id }) => agreement_id)
}

export async function findOwn(db: Db, accountId: string): Promise<StoredAgreement[]> {
  const rows = await db
    .selectFrom('agreement')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('ordinal', 'desc')
    .execute()
  return rows.map(agreementOf)
}

export async function unlinkAccount(tx: Db, accountId: string): Promise<void> {
  await tx
    .updateTable('agreement')
    .set({
      account_id: null,
      payer_reference: null,
      credentials: null,
      credentials_hash: null,
      credentials_expire_at: null,
      continue_url: '',
      cancel_url: '',
    })
    .where('account_id', '=', accountId)
    .execute()
}

export interface Attention {
  readonly unended: number
  readonly expired: number
  readonly unconfirmed: number
}

export async function countAttention(db: Db, { now, before }: { now: Instant; before: Instant }): Promise<Attention> {
  const { rows } = await sql<Attention>`
    select count(*) filter (where ending_requested_at <= ${before} and ended_at is null)::int as unended,
      count(*) filter (where state in ('active', 'ending') and credentials_expire_at <= ${now})::int as expired,
      count(*) filter (where pending_change is not null and tries > 2)::int as unconfirmed
    from agreement`.execute(db)
  return rows[0]!
}

/** The provider sandbox must not serve a database with them. */
export async function hasLiveAgreements(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('agreement')
    .select('sandbox')
    .where('sandbox', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
