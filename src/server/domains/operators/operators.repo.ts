import { type Generated, type Kysely, sql } from 'kysely'
import type { Role } from '#contract/admin/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { OPERATOR_STATES } from '#contract/admin/operators.ts'
import type { Database, Db, Tx } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import { operatorActor } from '../audit/index.ts'
import type { ListedOperator, Operator } from './operators-model.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    operator: {
      operator_id: string
      email: string
      name: string
      roles: string[]
      password_hash: string | null
      totp_sealed: Buffer | null
      totp_last_step: Generated<number>
      invited_by: string | null
      reset_at: Temporal.Instant | null
      unlocked_at: Temporal.Instant | null
      language: Generated<Language>
      disabled_at: Temporal.Instant | null
      administrator_until: Generated<Temporal.Instant | null>
      created_at: Temporal.Instant
      version: Generated<number>
    }
  }
}

/** Columns of an `Operator`. */
export const OPERATOR = [
  'operator.operator_id as operatorId',
  'operator.email',
  'operator.name',
  'operator.roles',
  'operator.invited_by as invitedBy',
  'operator.reset_at as resetAt',
  'operator.disabled_at as disabledAt',
  'operator.created_at as createdAt',
  'operator.version',
] as const

export const toOperator = <T extends { name: string; roles: string[] }>(row: T) => ({
  ...row,
  actor: operatorActor(row.name),
  roles: row.roles as Role[],
})

export interface Credentials extends Operator {
  readonly passwordHash: string | null
  readonly totpSealed: Buffer | null
  readonly totpLastStep: number
  /** Wrong tries before do not count. */
  readonly unlockedAt: Temporal.Instant | null
}

const CREDENTIALS = [
  ...OPERATOR,
  'operator.password_hash as passwordHash',
  'operator.totp_sealed as totpSealed',
  'operator.totp_last_step as totpLastStep',
  'operator.unlocked_at as unlockedAt',
] as const

export async function findCredentials(db: Db, email: string): Promise<Credentials | undefined> {
  const row = await db.selectFrom('operator').select(CREDENTIALS).where('email', '=', email).executeTakeFirst()
  return row && toOperator(row)
}

/** Locked until the transaction ends. */
export async function lockCredentials(tx: Tx, operatorId: string): Promise<Credentials | undefined> {
  const row = await tx
    .selectFrom('operator')
    .select(CREDENTIALS)
    .where('operator_id', '=', operatorId)
    .forUpdate()
    .executeTakeFirst()
  return row && toOperator(row)
}

export async function findOperator(db: Db, operatorId: string): Promise<Operator | undefined> {
  const row = await db.selectFrom('operator').select(OPERATOR).where('operator_id', '=', operatorId).executeTakeFirst()
  return row && toOperator(row)
}

export async function hasOperators(db: Db): Promise<boolean> {
  return (await db.selectFrom('operator').select('operator_id').limit(1).executeTakeFirst()) !== undefined
}

/** Of whom the last administrator is found: no role changes meanwhile. */
export async function lockActiveOperators(tx: Tx): Promise<Operator[]> {
  const rows = await tx
    .selectFrom('operator')
    .select(OPERATOR)
    .where('disabled_at', 'is', null)
    .orderBy('operator_id')
    .forUpdate()
    .execute()
  return rows.map(toOperator)
}

/** Active ones, with a password: who can decide. */
export async function hasOtherWithRole(db: Db, { role, not }: { role: Role; not: string }): Promise<boolean> {
  const row = await db
    .selectFrom('operator')
    .select('operator_id')
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .where('operator_id', '!=', not)
    .where(sql<boolean>`${role} = any(roles)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Active, or one until after this instant. */
export async function hadOtherAdministrator(
  db: Db,
  { not, after }: { not: string; after: Temporal.Instant },
): Promise<boolean> {
  const row = await db
    .selectFrom('operator')
    .select('operator_id')
    .where('password_hash', 'is not', null)
    .where('operator_id', '!=', not)
    .where('administrator_until', '>', after)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const findAddress = (db: Db, operatorId: string): Promise<{ email: string; language: Language } | undefined> =>
  db
    .selectFrom('operator')
    .select(['email', 'language'])
    .where('operator_id', '=', operatorId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()

/** Undefined for an address of no operator. */
export async function findLanguage(db: Db, email: string): Promise<Language | undefined> {
  const found = db
    .selectFrom('operator')
    .select('language')
    .where(sql`lower(email)`, '=', email.toLowerCase())
  return (await found.executeTakeFirst())?.language
}

export async function findAdministrators(db: Db): Promise<{ email: string; language: Language }[]> {
  return db
    .selectFrom('operator')
    .select(['email', 'language'])
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`'administrator' = any(roles)`)
    .orderBy('email')
    .execute()
}

type NewOperator = Pick<Operator, 'operatorId' | 'email' | 'name' | 'roles' | 'invitedBy'> & { at: Temporal.Instant }

/** @returns false when the address is taken */
export async function insertOperator(
  tx: Tx,
  { operatorId, email, name, roles, invitedBy, at }: NewOperator,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('operator')
    .values({
      operator_id: operatorId,
      email,
      name,
      roles: [...roles],
      password_hash: null,
      totp_sealed: null,
      invited_by: invitedBy,
      reset_at: null,
      unlocked_at: null,
      disabled_at: null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('operator_id')
    .executeTakeFirst()
  return inserted !== undefined
}

type OperatorChange = Partial<{
  roles: readonly Role[]
  disabledAt: Temporal.Instant
  administratorUntil: Temporal.Instant
  resetAt: Temporal.Instant
  unlockedAt: Temporal.Instant
  credentials: { passwordHash: string; totpSealed: Buffer; totpLastStep: number } | null
}>

/** @returns the new version */
export async function updateOperator(tx: Tx, operatorId: string, change: OperatorChange): Promise<number> {
  const { roles, disabledAt, administratorUntil, resetAt, unlockedAt, credentials } = change
  const { version } = await tx
    .updateTable('operator')
    .set((row) => ({
      version: row('version', '+', 1),
      ...(roles && { roles: [...roles] }),
      ...(disabledAt && { disabled_at: disabledAt }),
      ...(administratorUntil && { administrator_until: administratorUntil }),
      ...(resetAt && { reset_at: resetAt }),
      ...(unlockedAt && { unlocked_at: unlockedAt }),
      ...(credentials !== undefined && {
        password_hash: credentials?.passwordHash ?? null,
        totp_sealed: credentials?.totpSealed ?? null,
        totp_last_step: credentials?.totpLastStep ?? 0,
      }),
    }))
    .where('operator_id', '=', operatorId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** @returns false when this step or a later one was used */
export async function takeTotpStep(
  tx: Tx,
  { operatorId, step }: { operatorId: string; step: number },
): Promise<boolean> {
  const updated = await tx
    .updateTable('operator')
    .set({ totp_last_step: step })
    .where('operator_id', '=', operatorId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function writeLanguage(
  tx: Tx,
  { operatorId, language }: { operatorId: string; language: Language },
): Promise<void> {
  await tx
    .updateTable('operator')
    .set({ language })
    .where('operator_id', '=', operatorId)
    .where('language', '!=', language)
    .execute()
}

export interface OperatorQuery {
  readonly filter: {
    readonly text?: string | undefined
    readonly state?: (typeof OPERATOR_STATES)[number] | undefined
    readonly role?: Role | undefined
  }
  readonly sort: string
  readonly after?: string | undefined
  readonly limit: number
}

const STATE = sql<(typeof OPERATOR_STATES)[number]>`
  case when operator.disabled_at is not null then 'disabled' when operator.password_hash is null then 'invited' else 'active' end`

const SORTS = {
  name: { by: sql`lower(operator.name)`, type: 'text' },
  email: { by: sql`operator.email`, type: 'text' },
  createdAt: { by: sql`operator.created_at`, type: 'timestamptz' },
} as const

export function listOperators(db: Kysely<Database>, query: OperatorQuery): Promise<KeysetPage<ListedOperator>> {
  const { filter, sort, after, limit } = query
  const { text, state, role } = filter
  const key = sort.replace('-', '') as keyof typeof SORTS
  const pattern = `%${(text ?? '').toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return readPage<ListedOperator>(
    db,
    {
      columns: sql`operator.operator_id as "operatorId", operator.email, operator.name, operator.roles, ${STATE} as state,
        operator.created_at as "createdAt", operator.version,
        (select max(used_at) from operator_session s where s.operator_id = operator.operator_id) as "lastUsedAt"`,
      from: sql`operator`,
      where: [
        ...(text ? [sql`(lower(operator.name) like ${pattern} or operator.email like ${pattern})`] : []),
        ...(state ? [sql`${STATE} = ${state}`] : []),
        ...(role ? [sql`${role} = any(operator.roles)`] : []),
      ],
      sort: { ...SORTS[key], descending: sort.startsWith('-') },
      id: { by: sql`operator.operator_id`, type: 'text' },
    },
    { after, limit },
  )
}
