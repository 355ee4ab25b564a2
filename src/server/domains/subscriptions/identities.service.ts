import type { Db } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import type { ActiveAgreement } from '../agreements/index.ts'
import {
  type Identity,
  identityOf,
  insertIdentity,
  isKnownIdentity,
  removeIdentity,
  findSubscriber,
} from './subscriptions.repo.ts'
import type { SubscriptionsDeps } from './ports.ts'

type Instant = Temporal.Instant

const keyOf = ({ masterKey }: SubscriptionsDeps): Buffer => deriveKey(masterKey, 'trial identities')

/** One free month a number and a payer. @returns the new identities, and whether all are */
export async function recordIdentities(
  deps: SubscriptionsDeps,
  tx: Db,
  { agreement, at }: { agreement: ActiveAgreement; at: Instant },
): Promise<{ added: Identity[]; areNew: boolean }> {
  const { accountId, payerReference, kind } = agreement
  const key = keyOf(deps)
  const subscriber = await findSubscriber(tx, accountId)
  const known: Identity[] = []
  if (subscriber) known.push(identityOf(key, 'number', subscriber.number))
  if (payerReference !== null) known.push(identityOf(key, 'payer', `${kind}\0${payerReference}`))
  const added: Identity[] = []
  for (const identity of known) if (await insertIdentity(tx, identity, at)) added.push(identity)
  return { added, areNew: subscriber !== undefined && added.length === known.length }
}

/** Those that the same transaction has inserted. */
export async function removeIdentities(tx: Db, added: readonly Identity[]): Promise<void> {
  for (const identity of added) await removeIdentity(tx, identity)
}

export async function recordNumber(
  deps: SubscriptionsDeps,
  tx: Db,
  { accountId, at }: { accountId: string; at: Instant },
): Promise<void> {
  const subscriber = await findSubscriber(tx, accountId)
  if (subscriber) await insertIdentity(tx, identityOf(keyOf(deps), 'number', subscriber.number), at)
}

export async function isKnownNumber(deps: SubscriptionsDeps, db: Db, accountId: string): Promise<boolean> {
  const subscriber = await findSubscriber(db, accountId)
  return subscriber !== undefined && isKnownIdentity(db, identityOf(keyOf(deps), 'number', subscriber.number))
}
