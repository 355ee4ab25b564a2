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
    })
    .execute()
}

/** Finds an unused registration. */
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

/** Marks a registration as used. @returns false when it already was */
export async function markRegistrationUsed(
  db: Db,
  { tokenHash, at }: { tokenHash: Buffer; at: Instant },
): Promise<boolean> {
  const used = await db
    .updateTable('registration')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  return used !== undefined
}

/** Deletes a number's registrations. */
export async function deleteRegistrations(db: Db, number: string): Promise<void> {
  await db.deleteFrom('registration').where('number', '=', number).execute()
}

/** Deletes registrations that expired before an instant. */
export async function sweepRegistrations(db: Db, before: Instant): Promise<void> {
  await db.deleteFrom('registration').where('expires_at', '<', before).execute()
}
