import type { Db } from '#server/kit/db.ts'
import { lockWallet, reverseChargedBack, restore } from '../ledger/index.ts'
import type { Worker } from '../domain-module.ts'
import { voidScreening } from './screening-refunds.service.ts'
import type { ScreeningsDeps } from './screenings-deps.ts'
import type { Screening } from './screenings-model.ts'
import { findPaidFrom, findUnplayable, lockScreening } from './screenings.repo.ts'

/** Returns what was paid for screenings that cannot be watched, and takes back those whose money was charged back. */
export function createVoids({ db, clock, ledger, payments }: ScreeningsDeps) {
  return { refundUnplayable, voidPaidFrom }

  /** One that fails is left for the next run. */
  async function refundUnplayable({ log }: Pick<Worker, 'log'>): Promise<void> {
    for (const screening of await findUnplayable(db, { now: clock.now() })) {
      const { screeningId, orderId } = screening
      try {
        if (orderId === null) await ledger.transaction((tx) => returnSpending(tx, screening))
        else await payments().refund({ orderId, reason: 'the title cannot be played', actor: 'system' })
      } catch (error) {
        log.error({ err: error, screeningId }, 'screening refund failed')
      }
    }
  }

  async function returnSpending(tx: Db, { screeningId, accountId, transferId }: Screening): Promise<void> {
    if (accountId === null || transferId === null) return
    await lockWallet(tx, { accountId })
    const at = clock.now()
    // Another node may have returned it, or the title may be back.
    const screening = await lockScreening(tx, { screeningId })
    if (!screening || (await findUnplayable(tx, { now: at, screeningId })).length === 0) return
    const booking = { idempotencyKey: `void:${screeningId}`, actor: 'system', subject: screening.programId, at }
    const reason = 'the title cannot be played'
    const returned = await restore(tx, { ...booking, spendTransferId: transferId, reason })
    await voidScreening(tx, screening, { at, transferId: returned.transferId })
  }

  /**
   * Takes back the screenings that were paid from a lot whose money was charged back. What came from other lots is restored. Joins the
   * transaction of the chargeback.
   */
  async function voidPaidFrom(tx: Db, { lotId, reason }: { lotId: number; reason: string }): Promise<void> {
    const at = clock.now()
    for (const { screeningId, programId: subject, transferId } of await findPaidFrom(tx, { lotId, now: at })) {
      const screening = await lockScreening(tx, { screeningId })
      if (screening?.state !== 'valid' || transferId === null) continue
      const booking = { idempotencyKey: `void:${screeningId}`, actor: 'system', subject, reason, at }
      const lost = await reverseChargedBack(tx, { ...booking, spendTransferId: transferId, lostLotId: lotId })
      await voidScreening(tx, screening, { at, transferId: lost.transferId })
    }
  }
}
