import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import { inTransaction, type Database } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import { bookMovement } from './bookings.service.ts'
import { findDueLots, findDueWallets, lockWallet } from './ledger.repo.ts'
import type { Lot } from './ledger-model.ts'

const WALLETS_AT_ONCE = 500

export type ExpiryDeps = { db: Kysely<Database>; clock: Clock }

/** Books what has expired. Spending does not wait for it: an expired lot cannot be spent. Any number of nodes may run it. */
export function createExpiry({ db, clock }: ExpiryDeps) {
  return { expireDue }

  /** Books all lots that have expired. A wallet that fails is left for the next run. */
  async function expireDue({ log }: { log: Log }): Promise<void> {
    const failed = new Set<string>()
    for (;;) {
      const due = await findDueWallets(db, { now: clock.now(), limit: WALLETS_AT_ONCE })
      const walletIds = due.filter((walletId) => !failed.has(walletId))
      if (walletIds.length === 0) return
      for (const walletId of walletIds) {
        try {
          await expireWallet(walletId)
        } catch (error) {
          failed.add(walletId)
          log.error({ err: error, walletId }, 'expiry failed')
        }
      }
    }
  }

  async function expireWallet(walletId: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      await lockWallet(tx, { walletId })
      const at = clock.now()
      for (const lot of await findDueLots(tx, { walletId, now: at })) {
        const booking = { idempotencyKey: `expire:${lot.lotId}`, actor: 'system', at }
        const described = { booking, kind: 'expire', payload: { lotId: lot.lotId } }
        const account = accountOf(lot)
        const lots = [{ lot, amount: -lot.remaining }]
        await bookMovement(tx, described, { walletId, lots, account, centsAccount: account })
      }
    })
  }
}

/** Credits of a plan are forfeited; what was bought and not used is breakage. */
const accountOf = ({ bucket }: Lot) => (bucket === 'monthly' ? 'forfeited' : 'breakage')
