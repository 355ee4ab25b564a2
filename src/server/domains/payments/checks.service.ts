import type { Gauge } from '#server/kit/gauge.ts'
import { findCheck, storeCheck } from './checks.repo.ts'
import type { PaymentsDeps } from './payments-deps.ts'

/** The orders are compared with the books after this many hours. */
const CHECK_HOURS = 1

/** Compares what was paid with what is booked as received: an order that is over has nothing left there. */
export function createChecks({ db, clock, log, differences: find }: PaymentsDeps) {
  const gauge: Gauge = {
    name: 'harbour_payments_differences',
    help: 'Orders of which the ledger holds another sum than was paid and neither delivered nor returned, by the last check. Anything but 0 needs an operator.',
    read: async () => {
      const last = await findCheck(db)
      return last ? [{ value: last.differences.length }] : []
    },
  }
  return { differences, checkDue, gauge }

  /** Compares now, and keeps the result. @returns the first differences, as sentences */
  async function differences(): Promise<readonly string[]> {
    const found = await find()
    await storeCheck(db, { checkedAt: clock.now(), differences: found })
    return found
  }

  /** Two nodes that do so at the same time find the same. */
  async function checkDue(): Promise<void> {
    const due = (await findCheck(db))?.checkedAt.add({ hours: CHECK_HOURS })
    if (due && Temporal.Instant.compare(due, clock.now()) > 0) return
    const found = await differences()
    if (found.length > 0) log.error({ differences: found }, 'payments differ from the books')
  }
}
