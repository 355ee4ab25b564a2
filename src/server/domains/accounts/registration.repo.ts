import { type Db, sql } from '#server/kit/db.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
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
