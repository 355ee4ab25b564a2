import type { Generated, Selectable } from 'kysely'
import { type Db, jsonOrNull, sql } from '#server/kit/db.ts'
import type { Language } from '#contract/languages.ts'
import type { Terminal } from '#contract/payments.ts'
import type { RenewingKind } from '#contract/plans.ts'
import type {
  AgreementState,
  Agreement,
  AgreementFailure,
  MandateAction,
  MandateMode,
  StoredAgreement,
} from './agreement-states.rules.ts'
import { type Lease, leaseDueRows } from '#server/kit/lease.ts'

type Instant = Temporal.Instant

export interface AgreementTable {
  agreement_id: string
  account_id: string | null
  ordinal: number
  kind: RenewingKind
  mode: MandateMode
  sandbox: boolean
  state: AgreementState
  plan_version_id: string
  amount_cents: number
  currency: string
  name: unknown
  trial: boolean
  by_partner: boolean
  first_charge_at: Instant
  first_cycle_ends_at: Instant
  next_charge_at: Instant | null
  language: Language
  terminal: Terminal
  continue_url: string
  cancel_url: string
  provider_reference: string | null
  next_action: unknown
  payer_reference: string | null
  credentials: Buffer | null
  credentials_hash: string | null
  credentials_expire_at: Instant | null
  created_at: Instant
  expires_at: Instant
  activated_at: Instant | null
  query_due_at: Instant | null
  tries: number
  pending_change: 'suspend' | 'resume' | null
  changes: Generated<number>
  charge_failed_at: Instant | null
  ending_requested_at: Instant | null
  ending_reason: string | null
  ended_at: Instant | null
  failure: AgreementFailure | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    agreement: AgreementTable
    agreement_catalogue: { kind: RenewingKind; sandbox: boolean; name: string; reference: string }
  }
}

export const agreementOf = (row: Selectable<AgreementTable>): StoredAgreement => ({
  agreementId: row.agreement_id,
  accountId: row.account_id,
  ordinal: row.ordinal,
  kind: row.kind,
  mode: row.mode,
  sandbox: row.sandbox,
  state: row.state,
  planVersionId: row.plan_version_id,
  amountCents: row.amount_cents,
  currency: row.currency,
  name: row.name as Agreement['name'],
  trial: row.trial,
  byPartner: row.by_partner,
  firstChargeAt: row.first_charge_at,
  firstCycleEndsAt: row.first_cycle_ends_at,
  nextChargeAt: row.next_charge_at,
  language: row.language,
  terminal: row.terminal,
  continueUrl: row.continue_url,
  cancelUrl: row.cancel_url,
  providerReference: row.provider_reference,
  nextAction: row.next_action as MandateAction | null,
  payerReference: row.payer_reference,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  activatedAt: row.activated_at,
  endingRequestedAt: row.ending_requested_at,
  failure: row.failure,
  sealedCredentials: row.credentials,
  credentialsExpireAt: row.credentials_expire_at,
  pendingChange: row.pending_change,
  changes: row.changes,
  chargeFailedAt: row.charge_failed_at,
  endedAt: row.ended_at,
  tries: row.tries,
  queryDueAt: row.query_due_at,
})

export type NewAgreement = Pick<
  AgreementTable,
  | 'agreement_id'
  | 'ordinal'
  | 'kind'
  | 'mode'
  | 'sandbox'
  | 'plan_version_id'
  | 'amount_cents'
  | 'currency'
  | 'name'
  | 'trial'
  | 'by_partner'
  | 'first_charge_at'
  | 'first_cycle_ends_at'
  | 'language'
  | 'terminal'
  | 'continue_url'
  | 'cancel_url'
  | 'created_at'
  | 'expires_at'
  | 'query_due_at'
> & { account_id: string }

/** @returns undefined when the account has an agreement in setup, or the ordinal is taken */
export async function insertAgreement(db: Db, agreement: NewAgreement): Promise<StoredAgreement | undefined> {
  const row = await db
    .insertInto('agreement')
    .values({
      ...agreement,
      name: JSON.stringify(agreement.name),
      state: 'setup',
      next_charge_at: null,
      provider_reference: null,
      next_action: null,
      payer_reference: null,
      credentials: null,
      credentials_hash: null,
      credentials_expire_at: null,
      activated_at: null,
      tries: 0,
      pending_change: null,
      charge_failed_at: null,
      ending_requested_at: null,
      ending_reason: null,
      ended_at: null,
      failure: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && agreementOf(row)
}

export async function findSetup(
  db: Db,
  accountId: string,
): Promise<{ setup: StoredAgreement | undefined; ordinal: number }> {
  const rows = await db
    .selectFrom('agreement')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('ordinal', 'desc')
    .execute()
  const setup = rows.find(({ state }) => state === 'setup')
  return { setup: setup && agreementOf(setup), ordinal: rows[0]?.ordinal ?? 0 }
}

export async function findAgreement(db: Db, agreementId: string): Promise<StoredAgreement | undefined> {
  const row = await db.selectFrom('agreement').selectAll().where('agreement_id', '=', agreementId).executeTakeFirst()
  return row && agreementOf(row)
}

export async function findNamed(
  db: Db,
  kind: RenewingKind,
  by: { provider_reference: string } | { credentials_hash: string },
): Promise<StoredAgreement | undefined> {
  const row = await db
    .selectFrom('agreement')
    .selectAll()
    .where('kind', '=', kind)
    .where(
      'provider_reference' in by ? 'provider_reference' : 'credentials_hash',
      '=',
      'provider_reference' in by ? by.provider_reference : by.credentials_hash,
    )
    .executeTakeFirst()
  return row && agreementOf(row)
}

/** Every transition of an agreement begins with this lock. */
export async function lockAgreement(tx: Db, agreementId: string): Promise<StoredAgreement | undefined> {
  const row = await tx
    .selectFrom('agreement')
    .selectAll()
    .where('agreement_id', '=', agreementId)
    .forUpdate()
    .executeTakeFirst()
  return row && agreementOf(row)
}

export type AgreementChange = Partial<
  Pick<
    AgreementTable,
    | 'state'
    | 'provider_reference'
    | 'payer_reference'
    | 'credentials'
    | 'credentials_hash'
    | 'credentials_expire_at'
    | 'activated_at'
    | 'query_due_at'
    | 'tries'
    | 'charge_failed_at'
    | 'next_charge_at'
    | 'ending_requested_at'
    | 'ending_reason'
    | 'ended_at'
    | 'failure'
  >
> & { next_action?: MandateAction | null; pending_change?: AgreementTable['pending_change'] }

export async function updateAgreement(
  tx: Db,
  agreementId: string,
  { next_action, pending_change, ...change }: AgreementChange,
): Promise<StoredAgreement> {
  const row = await tx
    .updateTable('agreement')
    .set({
      ...change,
      ...(pending_change !== undefined && { pending_change, changes: sql<number>`changes + 1` }),
      ...(next_action !== undefined && { next_action: jsonOrNull(next_action) }),
    })
    .where('agreement_id', '=', agreementId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return agreementOf(row)
}

export async function findReference(
  db: Db,
  { kind, sandbox, name }: { kind: RenewingKind; sandbox: boolean; name: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('agreement_catalogue')
    .select('reference')
    .where('kind', '=', kind)
    .where('sandbox', '=', sandbox)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.reference
}

/** @returns the first reference of a name, which is kept */
export async function keepReference(
  db: Db,
  entry: { kind: RenewingKind; sandbox: boolean; name: string; reference: string },
): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    insert into agreement_catalogue (kind, sandbox, name, reference)
    values (${entry.kind}, ${entry.sandbox}, ${entry.name}, ${entry.reference})
    on conflict (kind, sandbox, name) do update set reference = agreement_catalogue.reference
    returning reference`.execute(db)
  return rows[0]!.reference
}

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
