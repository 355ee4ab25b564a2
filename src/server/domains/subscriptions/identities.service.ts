import type { Db } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import type { ActiveAgreement } from '../agreements/index.ts'
import { identityOf, insertIdentity, isKnownIdentity } from './identities.repo.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import { findSubscriber } from './subscriptions.repo.ts'

type Instant = Temporal.Instant

export type Identities = ReturnType<typeof createIdentities>

/** Who has held a plan, by keyed hashes that survive erasure: there is one free month a number and a payer. */
export function createIdentities({ db, masterKey }: Pick<SubscriptionsDeps, 'db' | 'masterKey'>) {
  const key = deriveKey(masterKey, 'trial identities')
  return { record, recordNumber, isKnownNumber }

  /** Records who holds a plan. @returns whether both number and payer are new */
  async function record(
    tx: Db,
    { accountId, payerReference, kind, trial }: ActiveAgreement,
    at: Instant,
  ): Promise<boolean> {
    const isNewNumber = await recordNumber(tx, accountId, at)
    // A payer whose trial is refused for the number has not had one.
    if (payerReference === null || (trial && !isNewNumber)) return isNewNumber
    const isNewPayer = await insertIdentity(tx, identityOf(key, 'payer', `${kind}\0${payerReference}`), at)
    return isNewNumber && isNewPayer
  }

  /** Records that the number of an account has held a plan. @returns whether it is new */
  async function recordNumber(tx: Db, accountId: string, at: Instant): Promise<boolean> {
    const subscriber = await findSubscriber(tx, accountId)
    return subscriber !== undefined && insertIdentity(tx, identityOf(key, 'number', subscriber.number), at)
  }

  /** Whether the number of an account is known, also from before an erasure. */
  async function isKnownNumber(accountId: string, tx: Db = db): Promise<boolean> {
    const subscriber = await findSubscriber(tx, accountId)
    return subscriber !== undefined && isKnownIdentity(tx, identityOf(key, 'number', subscriber.number))
  }
}
