import { createHmac } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import type { CodesDeps } from './codes-deps.ts'
import type { Batch } from './codes-model.ts'
import { hasUses } from './code-uses.repo.ts'
import { isForNewMembers, isNewMember, type Redeemer } from './codes.rules.ts'

type RedeemersDeps = Pick<CodesDeps, 'db' | 'accounts' | 'subscriptions' | 'payments'> & { key: Buffer }

/** What is known of whoever redeems a code. Their number is known by its keyed hash, also from before an erasure. */
export function createRedeemers({ db, accounts, subscriptions, payments, key }: RedeemersDeps) {
  return { redeemerOf, isNewNumber }

  type Redeeming = { accountId: string; batch: Batch; at: Temporal.Instant }

  async function redeemerOf(
    tx: Db,
    { accountId, batch, at }: Redeeming,
  ): Promise<Redeemer & { readonly numberHash: Buffer }> {
    const account = await accounts.read(tx, accountId)
    if (!account) throw new AppError('SESSION_ENDED')
    const { number, partner, isTelecomPartner, createdAt } = account
    const numberHash = hashOf(number)
    if (!isForNewMembers(batch)) return { partner, isTelecomPartner, isNew: false, numberHash }
    // A payment at this moment may go unseen: harmless, a second earlier the code would have been theirs.
    const history = {
      createdAt,
      hasRedeemed: await hasUses(tx, { accountId, numberHash }),
      hasPaid: await payments().hasPaid(accountId, tx),
      hadPlan: await subscriptions.hasHeldPlan(accountId, tx),
    }
    return { partner, isTelecomPartner, isNew: isNewMember(history, at), numberHash }
  }

  /** Whether nobody has redeemed a code with this number, which has no account yet. */
  async function isNewNumber(number: string): Promise<boolean> {
    return !(await hasUses(db, { numberHash: hashOf(number) }))
  }

  function hashOf(number: string): Buffer {
    return createHmac('sha256', key).update(`number\0${number}`).digest()
  }
}
