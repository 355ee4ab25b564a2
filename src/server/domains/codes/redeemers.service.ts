import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import type { CodesDeps } from './codes-deps.ts'
import type { Batch } from './codes-model.ts'
import { hasUses } from './codes.repo.ts'
import { isForNewcomers, isNewMember, type Redeemer } from './codes.rules.ts'

type RedeemersDeps = Pick<CodesDeps, 'accounts' | 'subscriptions' | 'payments'>

/** What is known of whoever redeems a code. */
export function createRedeemers({ accounts, subscriptions, payments }: RedeemersDeps) {
  type Redeeming = { accountId: string; batch: Batch; at: Temporal.Instant }

  return async function redeemerOf(tx: Db, { accountId, batch, at }: Redeeming): Promise<Redeemer> {
    const account = await accounts.read(tx, accountId)
    if (!account) throw new AppError('SESSION_ENDED')
    const { partner, isTelecomPartner, createdAt } = account
    if (!isForNewcomers(batch)) return { partner, isTelecomPartner, isNew: false }
    // A payment at this moment may go unseen: harmless, a second earlier the code would have been theirs.
    const history = {
      createdAt,
      hasRedeemed: await hasUses(tx, accountId),
      hasPaid: await payments().hasPaid(accountId, tx),
      hadPlan: await subscriptions.hasHeldPlan(accountId, tx),
    }
    return { partner, isTelecomPartner, isNew: isNewMember(history, at) }
  }
}
