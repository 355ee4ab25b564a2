import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import { type Ledger, lockWallet, loseSpending, restore } from '../ledger/index.ts'
import type { Rental } from './rentals-model.ts'
import { findPaidFrom, findUnplayable, updateVoided } from './rentals.repo.ts'

export type RefundsDeps = { db: Kysely<Database>; clock: Clock; ledger: Ledger }

/** Returns the credits or the voucher of rentals that cannot be played. */
export function createRefunds({ db, clock, ledger }: RefundsDeps) {
  return { refundUnplayable, voidPaidFrom }

  /** Returns what was paid for running rentals whose title can no longer be played. One that fails is left for the next run. */
  async function refundUnplayable({ log }: { log: Log }): Promise<void> {
    for (const rental of await findUnplayable(db, { now: clock.now() })) {
      try {
        await refund(rental)
      } catch (error) {
        log.error({ err: error, rentalId: rental.rentalId }, 'rental refund failed')
      }
    }
  }

  async function refund({ rentalId, walletId, transferId: spendTransferId, programId }: Rental): Promise<void> {
    await ledger.transaction(async (tx) => {
      await lockWallet(tx, { walletId })
      const at = clock.now()
      // Another node may have returned it, or the title may be back.
      if ((await findUnplayable(tx, { now: at, rentalId })).length === 0) return
      const booking = { idempotencyKey: `void:${rentalId}`, actor: 'system', subject: programId, at }
      const { transferId } = await restore(tx, { ...booking, spendTransferId, reason: 'the title cannot be played' })
      await updateVoided(tx, { rentalId, at, transferId })
    })
  }

  /**
   * Takes back the running rentals that were paid from a lot whose money was charged back. What came from other lots is restored.
   * Joins the transaction of the chargeback.
   */
  async function voidPaidFrom(tx: Db, { lotId, reason }: { lotId: number; reason: string }): Promise<void> {
    const at = clock.now()
    for (const { rentalId, programId: subject, transferId: spendTransferId } of await findPaidFrom(tx, {
      lotId,
      now: at,
    })) {
      const booking = { idempotencyKey: `void:${rentalId}`, actor: 'system', subject, reason, at }
      const { transferId } = await loseSpending(tx, { ...booking, spendTransferId, lostLotId: lotId })
      await updateVoided(tx, { rentalId, at, transferId })
    }
  }
}
