import type { Db } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import type { ActiveAgreement } from '../agreements/index.ts'
import { type Identity, identityOf, insertIdentity, isKnownIdentity, removeIdentity } from './identities.repo.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import { findSubscriber } from './subscriptions.repo.ts'

type Instant = Temporal.Instant

export type Identities = ReturnType<typeof createIdentities>

/** Who has held a plan, by keyed hashes that survive erasure: there is one free month a number and a payer. */
export function createIdentities({ db, masterKey }: Pick<SubscriptionsDeps, 'db' | 'masterKey'>) {
  const key = deriveKey(masterKey, 'trial identities')
  return { record, forget, recordNumber, isKnownNumber }

  /** Records who holds a plan. @returns the identities that are new, and whether all are */
  async function record(
    tx: Db,
    agreement: ActiveAgreement,
    at: Instant,
  ): Promise<{ added: Identity[]; areNew: boolean }> {
    const { accountId, payerReference, kind } = agreement
    const subscriber = await findSubscriber(tx, accountId)
    const known: Identity[] = []
    if (subscriber) known.push(identityOf(key, 'number', subscriber.number))
    if (payerReference !== null) known.push(identityOf(key, 'payer', `${kind}\0${payerReference}`))
    const added: Identity[] = []
    for (const identity of known) if (await insertIdentity(tx, identity, at)) added.push(identity)
    return { added, areNew: subscriber !== undefined && added.length === known.length }
  }

  /** Takes back what this transaction has recorded for an agreement that is refused: it has begun nothing. */
  async function forget(tx: Db, added: readonly Identity[]): Promise<void> {
    for (const identity of added) await removeIdentity(tx, identity)
  }

  /** Records that the number of an account has held a plan. */
  async function recordNumber(tx: Db, accountId: string, at: Instant): Promise<void> {
    const subscriber = await findSubscriber(tx, accountId)
    if (subscriber) await insertIdentity(tx, identityOf(key, 'number', subscriber.number), at)
  }

  /** Whether the number of an account is known, also from before an erasure. */
  async function isKnownNumber(accountId: string, tx: Db = db): Promise<boolean> {
    const subscriber = await findSubscriber(tx, accountId)
    return subscriber !== undefined && isKnownIdentity(tx, identityOf(key, 'number', subscriber.number))
  }
}
