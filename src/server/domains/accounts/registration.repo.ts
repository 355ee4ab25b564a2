import type { Db } from '#server/kit/db.ts'

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
    }
  }
}

/** A number whose code was right, waiting for its owner's details. */
export type Registration = {
  number: string
  deviceHash: Buffer | null
  partner: string
  agreedAt: Instant
  expiresAt: Instant
}

export async function insertRegistration(
  db: Db,
  { tokenHash, ...made }: Registration & { tokenHash: Buffer },
): Promise<void> {
  await db
    .insertInto('registration')
    .values({
      token_hash: tokenHash,
      number: made.number,
      device_hash: made.deviceHash,
      partner: made.partner,
      agreed_at: made.agreedAt,
      expires_at: made.expiresAt,
      used_at: null,
    })
    .execute()
}

/** A registration that was not used yet. */
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

/** Uses a registration up. @returns false when somebody was quicker */
export async function useRegistration(db: Db, { tokenHash, at }: { tokenHash: Buffer; at: Instant }): Promise<boolean> {
  const used = await db
    .updateTable('registration')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  return used !== undefined
}

/** Removes what waits for a number. */
export async function dropRegistrations(db: Db, number: string): Promise<void> {
  await db.deleteFrom('registration').where('number', '=', number).execute()
}

/** Forgets registrations that lapsed before an instant. */
export async function sweepRegistrations(db: Db, before: Instant): Promise<void> {
  await db.deleteFrom('registration').where('expires_at', '<', before).execute()
}
