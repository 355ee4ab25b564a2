import { createHmac } from 'node:crypto'
import type { Db } from '#server/kit/db.ts'

type Instant = Temporal.Instant
export type IdentityKind = 'number' | 'payer'

declare module '#server/kit/db.ts' {
  interface Database {
    trial_identity: { kind: IdentityKind; hash: Buffer; at: Instant }
  }
}

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
