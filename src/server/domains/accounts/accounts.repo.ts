import { type Generated, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import type { Account } from './accounts-model.ts'

type Instant = Temporal.Instant

interface AccountTable {
  account_id: string
  number: string
  name: string
  email: string
  email_valid_at: Instant | null
  /** There is no such mailbox. */
  email_refused_at: Generated<Instant | null>
  birthday: Temporal.PlainDate | string
  gender: Account['gender']
  genres: Generated<Account['genres']>
  quality: Generated<Account['quality']>
  language: Account['language']
  partner: string
  password_hash: string
  parental_hash: string
  parental_status: Generated<Account['parentalStatus']>
  parental_version: Generated<number>
  terms_agreed_at: Instant
  privacy_agreed_at: Instant
  marketing_agreed_at: Instant | null
  created_at: Instant
  closes_at: Instant | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    account: AccountTable
    partner_binding: { account_id: string; partner: string; bound_at: Instant }
    partner_customer: { partner: string; number_hash: Buffer; imported_at: Temporal.Instant }
    registration: {
      token_hash: Buffer
      number: string
      device_hash: Buffer | null
      partner: string
      agreed_at: Instant
      expires_at: Instant
      used_at: Instant | null
      claimed_at: Instant | null
    }
  }
}

export type NewAccount = Pick<
  Account,
  | 'accountId'
  | 'number'
  | 'name'
  | 'email'
  | 'gender'
  | 'language'
  | 'partner'
  | 'passwordHash'
  | 'parentalHash'
  | 'marketingAgreedAt'
> & { birthday: string; agreedAt: Instant; at: Instant; emailValidAt?: Instant }

/** @returns false when the number already has an account */
export async function insertAccount(db: Db, account: NewAccount): Promise<boolean> {
  const added = await db
    .insertInto('account')
    .values({
      account_id: account.accountId,
      number: account.number,
      name: account.name,
      email: account.email,
      email_valid_at: account.emailValidAt ?? null,
      birthday: account.birthday,
      gender: account.gender,
      language: account.language,
      partner: account.partner,
      password_hash: account.passwordHash,
      parental_hash: account.parentalHash,
      terms_agreed_at: account.agreedAt,
      privacy_agreed_at: account.agreedAt,
      marketing_agreed_at: account.marketingAgreedAt,
      created_at: account.at,
      closes_at: null,
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return added !== undefined
}

export async function insertBinding(
  db: Db,
  { accountId, partner, at }: { accountId: string; partner: string; at: Instant },
): Promise<void> {
  await db.insertInto('partner_binding').values({ account_id: accountId, partner, bound_at: at }).execute()
}

/** Locks the account's partner until the transaction ends. */
export async function holdPartner(tx: Db, accountId: string): Promise<string | undefined> {
  const account = await tx
    .selectFrom('account')
    .select('partner')
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst()
  return account?.partner
}

/** Locks the account; others may still refer to it. @returns its partner before */
export async function updatePartner(
  tx: Db,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<string | undefined> {
  const account = await tx
    .selectFrom('account')
    .select('partner')
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (account?.partner === from) {
    await tx.updateTable('account').set({ partner: to }).where('account_id', '=', accountId).execute()
  }
  return account?.partner
}

export async function findBindings(db: Db, accountId: string): Promise<{ partner: string; boundAt: Instant }[]> {
  const rows = await db
    .selectFrom('partner_binding')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('bound_at')
    .execute()
  return rows.map(({ partner, bound_at }) => ({ partner, boundAt: bound_at }))
}

export type AccountKey = { accountId: string } | { number: string }

export async function findAccount(db: Db, key: AccountKey): Promise<Account | undefined> {
  const row = await byKey(db, key).executeTakeFirst()
  return row && accountOf(row)
}

/** Undefined too when several accounts verified the same address. */
export async function findByValidEmail(db: Db, email: string): Promise<Account | undefined> {
  const rows = await db
    .selectFrom('account')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('email_valid_at', 'is not', null)
    .limit(2)
    .execute()
  return rows.length === 1 ? accountOf(rows[0]!) : undefined
}

/** Returns one row in all cases: the response time must not reveal whether the number has an account. */
export async function findNumber(
  db: Db,
  { number, deviceHash }: { number: string; deviceHash: Buffer | null },
): Promise<{ hasAccount: boolean; isKnownDevice: boolean }> {
  const { rows } = await sql<{ found: boolean; known: boolean }>`
    select exists (select from account where number = ${number}) as found,
      exists (select from account a join session s on s.account_id = a.account_id
        where a.number = ${number} and s.device_hash = ${deviceHash}) as known`.execute(db)
  return { hasAccount: rows[0]?.found === true, isKnownDevice: rows[0]?.known === true }
}

/** @throws SESSION_ENDED when the account no longer exists */
export async function requireAccount(db: Db, accountId: string): Promise<Account> {
  return (await findAccount(db, { accountId })) ?? throwSessionEnded()
}

export async function lockAccount(db: Db, key: AccountKey): Promise<Account | undefined> {
  const row = await byKey(db, key).forUpdate().executeTakeFirst()
  return row && accountOf(row)
}

/** The account, and those that have proven the same e-mail address. */
export async function lockAccountsOfMailbox(tx: Db, accountId: string): Promise<Account[]> {
  const mailbox = tx
    .selectFrom('account as own')
    .innerJoin('account as same', (join) => join.on(sql`lower(same.email)`, '=', sql`lower(own.email)`))
    .select('same.account_id')
    .where('own.account_id', '=', accountId)
    .where('own.email_valid_at', 'is not', null)
    .where('same.email_valid_at', 'is not', null)
  const rows = await tx
    .selectFrom('account')
    .selectAll()
    .where('account_id', 'in', sql<string>`(select ${accountId}::text union ${mailbox})`)
    .orderBy('account_id')
    .forUpdate()
    .execute()
  return rows.map(accountOf)
}

export async function requireLockedAccount(tx: Db, accountId: string): Promise<Account> {
  return (await lockAccount(tx, { accountId })) ?? throwSessionEnded()
}

/** The account was erased after the request was authenticated. */
function throwSessionEnded(): never {
  throw new AppError('SESSION_ENDED')
}

const byKey = (db: Db, key: AccountKey) => {
  const all = db.selectFrom('account').selectAll()
  return 'accountId' in key ? all.where('account_id', '=', key.accountId) : all.where('number', '=', key.number)
}

/** Omitted columns keep their values. */
export type AccountWrite = Partial<Pick<Account, 'name' | 'email' | 'gender' | 'genres' | 'quality' | 'language'>> &
  Partial<
    Pick<
      AccountRow,
      | 'email_valid_at'
      | 'email_refused_at'
      | 'birthday'
      | 'password_hash'
      | 'parental_hash'
      | 'closes_at'
      | 'marketing_agreed_at'
    >
  > & {
    parental_status?: Account['parentalStatus'] | undefined
  }

export async function updateAccount(
  db: Db,
  { accountId, set }: { accountId: string; set: AccountWrite },
): Promise<void> {
  const defined = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  if (Object.keys(defined).length === 0) return
  await db.updateTable('account').set(defined).where('account_id', '=', accountId).execute()
}

/** @returns false when another account has it */
export async function replaceNumber(
  tx: Db,
  { accountId, number }: { accountId: string; number: string },
): Promise<boolean> {
  const { rows } = await sql`
    update account set number = ${number}
    where account_id = ${accountId} and not exists (select from account taken where taken.number = ${number})
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Ends what the former code unlocked. */
export async function raiseParentalVersion(db: Db, accountId: string): Promise<void> {
  await sql`update account set parental_version = parental_version + 1 where account_id = ${accountId}`.execute(db)
}

export type DueClosing = { accountId: string; closesAt: Instant }

export async function findClosing(
  db: Db,
  { now, after, limit }: { now: Instant; after: DueClosing | undefined; limit: number },
): Promise<DueClosing[]> {
  const { rows } = await sql<DueClosing>`
    select account_id as "accountId", closes_at as "closesAt" from account
    where closes_at <= ${now} and ${after ? sql`(closes_at, account_id) > (${after.closesAt}, ${after.accountId})` : sql`true`}
    order by closes_at, account_id limit ${limit}`.execute(db)
  return rows
}

export async function deleteAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('account').where('account_id', '=', accountId).execute()
}

type AccountRow = {
  [Column in keyof AccountTable]: AccountTable[Column] extends Generated<infer Value> ? Value : AccountTable[Column]
}

const accountOf = (row: AccountRow): Account => ({
  accountId: row.account_id,
  number: row.number,
  name: row.name,
  email: row.email,
  emailValidAt: row.email_valid_at,
  isEmailRefused: row.email_refused_at !== null,
  birthday: Temporal.PlainDate.from(row.birthday),
  gender: row.gender,
  genres: row.genres,
  quality: row.quality,
  language: row.language,
  partner: row.partner,
  passwordHash: row.password_hash,
  parentalHash: row.parental_hash,
  parentalStatus: row.parental_status,
  termsAgreedAt: row.terms_agreed_at,
  privacyAgreedAt: row.privacy_agreed_at,
  marketingAgreedAt: row.marketing_agreed_at,
  createdAt: row.created_at,
  closesAt: row.closes_at,
})

type PartnerNumber = { partner: string; numberHash: Buffer }

export async function isPartnerCustomer(db: Db, { partner, numberHash }: PartnerNumber): Promise<boolean> {
  const { rows } = await sql`
    select from partner_customer where partner = ${partner} and number_hash = ${numberHash}`.execute(db)
  return rows.length > 0
}

/** A verified number that waits for its account details. */
export type Registration = {
  number: string
  deviceHash: Buffer | null
  partner: string
  agreedAt: Instant
  expiresAt: Instant
}

export async function insertRegistration(
  db: Db,
  { tokenHash, ...registration }: Registration & { tokenHash: Buffer },
): Promise<void> {
  await db
    .insertInto('registration')
    .values({
      token_hash: tokenHash,
      number: registration.number,
      device_hash: registration.deviceHash,
      partner: registration.partner,
      agreed_at: registration.agreedAt,
      expires_at: registration.expiresAt,
      used_at: null,
      claimed_at: null,
    })
    .execute()
}

export async function findRegistration(db: Db, tokenHash: Buffer): Promise<Registration | undefined> {
  const row = await db
    .selectFrom('registration')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      number: row.number,
      deviceHash: row.device_hash,
      partner: row.partner,
      agreedAt: row.agreed_at,
      expiresAt: row.expires_at,
    }
  )
}

type Claim = { tokenHash: Buffer; claimedAt: Instant }

/** A claim from before `abandonedBefore` is void. @returns false when another call holds it */
export async function claimRegistration(
  db: Db,
  { tokenHash, claimedAt, abandonedBefore }: Claim & { abandonedBefore: Instant },
): Promise<boolean> {
  const { rows } = await sql`
    update registration set claimed_at = ${claimedAt}
    where token_hash = ${tokenHash} and used_at is null and (claimed_at is null or claimed_at <= ${abandonedBefore})
    returning token_hash`.execute(db)
  return rows.length > 0
}

export async function releaseRegistration(db: Db, { tokenHash, claimedAt }: Claim): Promise<void> {
  await sql`
    update registration set claimed_at = null
    where token_hash = ${tokenHash} and claimed_at = ${claimedAt} and used_at is null`.execute(db)
}

/** @returns false when the claim was lost */
export async function markRegistrationUsed(
  db: Db,
  { tokenHash, claimedAt, at }: Claim & { at: Instant },
): Promise<boolean> {
  const { rows } = await sql`
    update registration set used_at = ${at}
    where token_hash = ${tokenHash} and claimed_at = ${claimedAt} and used_at is null
    returning token_hash`.execute(db)
  return rows.length > 0
}

export async function deleteRegistrations(db: Db, number: string): Promise<void> {
  await db.deleteFrom('registration').where('number', '=', number).execute()
}

export async function sweepRegistrations(db: Db, before: Instant): Promise<void> {
  await db.deleteFrom('registration').where('expires_at', '<', before).execute()
}
