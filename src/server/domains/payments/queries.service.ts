import { isOpen } from './payment-orders.rules.ts'
import { leaseDueOrders } from './payment-work.repo.ts'
import { type PaymentsDeps, providerOf } from './payments-deps.ts'
import type { Order, Source } from './payments-model.ts'
import type { PaymentProvider, PaymentReport } from './ports.ts'
import { createSecondPayments } from './second-payments.service.ts'
import type { Settlement } from './settlement.service.ts'

export type Queries = ReturnType<typeof createQueries>

/** Orders that one node queries at a time. */
const BATCH = 8
/** Another node takes over a query after this time. */
const LEASE = { minutes: 2 } as const

/** Asks providers how orders stand. */
export function createQueries(deps: PaymentsDeps & { settlement: Settlement }) {
  const { db, clock, log, settlement } = deps
  const seconds = createSecondPayments(deps)
  return { check, close, queryDue }

  /**
   * Queries the provider, captures what the payer approved, and applies the result.
   * @returns the order, and whether the provider gave an answer
   */
  async function check(order: Order, source: Source): Promise<{ order: Order; answered: boolean }> {
    const provider = providerOf(deps, order)
    const report: PaymentReport = provider ? await reportOf(provider, order) : { state: 'unknown' }
    return { order: await settlement.apply(order.orderId, report, source), answered: report.state !== 'unknown' }
  }

  async function reportOf(provider: PaymentProvider, order: Order): Promise<PaymentReport> {
    const report = await provider.query(order)
    const isOver = Temporal.Instant.compare(clock.now(), order.expiresAt) >= 0
    if (report.state === 'approved' && isOpen(order.state)) return provider.capture(order)
    const isUnpaid = report.state === 'open' || report.state === 'absent'
    return isUnpaid && isOver && isOpen(order.state) ? provider.cancel(order) : report
  }

  /**
   * Makes sure that an open order cannot be paid any more: queries it, then cancels it.
   * @returns the order: closed, paid after all, or still open when the provider gives no answer
   */
  async function close(order: Order): Promise<Order> {
    const provider = providerOf(deps, order)
    if (!provider) return order
    const report = await provider.query(order)
    const isUnpaid = report.state === 'open' || report.state === 'approved' || report.state === 'absent'
    return settlement.apply(order.orderId, isUnpaid ? await provider.cancel(order) : report, 'browser')
  }

  /** Queries every order that is due. Any number of nodes may do so at once. */
  async function queryDue(): Promise<void> {
    for (;;) {
      const now = clock.now()
      const orders = await leaseDueOrders(db, { now, until: now.add(LEASE), limit: BATCH })
      await Promise.all(orders.map(queryOne))
      if (orders.length < BATCH) return
    }
  }

  /** A query that fails is repeated after its lease. */
  async function queryOne(order: Order): Promise<void> {
    try {
      if (order.paidAt) await seconds.check(order)
      else await check(order, 'reconciliation')
    } catch (error) {
      log.error({ err: error, orderId: order.orderId }, 'payment not reconciled')
    }
  }
}
