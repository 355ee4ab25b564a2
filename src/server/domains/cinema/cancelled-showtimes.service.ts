import { inTransaction, type Db } from '#server/kit/db.ts'
import type { Worker } from '../domain-module.ts'
import { lockWallet, restore } from '../ledger/index.ts'
import { type CinemaDeps, TIME_ZONE } from './cinema-deps.ts'
import { dayOf } from './showtimes.rules.ts'
import { findCancelled, lockCancelled, moveSeat, setReturned } from './tickets.repo.ts'

const RETURN_BATCH = 100

/** Returns the cinema tickets of showtimes that were taken back. */
export function createReturns({ db, clock, messages }: CinemaDeps) {
  return { returnCancelled }

  /** Gives back the cinema tickets of showtimes that were taken back, and tells their members. One that fails is left for the next run. */
  async function returnCancelled({ log }: Pick<Worker, 'log'>): Promise<void> {
    const failed: string[] = []
    for (;;) {
      const found = await findCancelled(db, { now: clock.now(), limit: RETURN_BATCH, except: failed })
      if (found.length === 0) return
      for (const one of found) {
        try {
          await inTransaction(db, (tx) => giveBack(tx, one))
        } catch (error) {
          failed.push(one.ticketId)
          log.error({ err: error, ticketId: one.ticketId }, 'cinema ticket was not returned')
        }
      }
    }
  }

  async function giveBack(tx: Db, { ticketId, accountId }: { ticketId: string; accountId: string }): Promise<void> {
    await lockWallet(tx, { accountId })
    const cancelled = await lockCancelled(tx, ticketId)
    // Another node has returned it, or the showtime is back.
    if (!cancelled) return
    const { showtimeId, title, startsAt } = cancelled
    const at = clock.now()
    const { transferId } = await restore(tx, {
      spendTransferId: cancelled.transferId,
      idempotencyKey: `cinema return:${ticketId}`,
      actor: 'system',
      subject: showtimeId,
      reason: 'the showtime was cancelled',
      at,
    })
    await setReturned(tx, { ticketId, transferId, at })
    await moveSeat(tx, showtimeId, -1)
    const params = { title, day: dayOf(startsAt).toString(), time: timeOf(startsAt) }
    await messages.post(tx, { accountId, template: 'showtimeCancelled', params })
  }
}

const timeOf = (instant: Temporal.Instant): string =>
  instant.toZonedDateTimeISO(TIME_ZONE).toPlainTime().toString({ smallestUnit: 'minute' })
