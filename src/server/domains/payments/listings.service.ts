import { type Db, inTransaction } from '#server/kit/db.ts'
import { applyDispute } from './disputes.service.ts'
import { findListedUntil, insertDismissal, insertListing } from './listings.repo.ts'
import { dueDays, periodToList } from './listings.rules.ts'
import { findReferenced } from './payment-orders.repo.ts'
import { isPaused } from './payment-work.repo.ts'
import type { PaymentProvider, PaymentsDeps } from './ports.ts'

export function createListings(deps: PaymentsDeps) {
  const { db, clock, log, providers, otherProviders = [] } = deps
  return { listDue, dismissListed }

  async function listDue(): Promise<void> {
    if (await isPaused(db)) return
    for (const provider of [...providers, ...otherProviders]) await listDays(provider)
  }

  async function listDays(provider: PaymentProvider): Promise<void> {
    const { kind, sandbox } = provider
    if (!provider.list) return
    const days = dueDays(await findListedUntil(db, { kind, sandbox }), clock.now())
    if (!days) return
    const period = periodToList(days)
    await applyDisputes(provider, period.from)
    const movements = await provider.list(period)
    if (movements) {
      const listing = { kind, sandbox, movements, days, at: clock.now() }
      await inTransaction(db, (tx) => insertListing(tx, listing))
    } else log.error({ kind, from: days.from.toString() }, 'the provider lists nothing')
  }

  async function applyDisputes({ kind, disputes }: PaymentProvider, since: Temporal.Instant): Promise<void> {
    if (!disputes) return
    const found = await disputes(since)
    if (!found) log.error({ kind }, 'the provider lists no disputes')
    for (const one of found ?? []) {
      const { paymentReference } = one
      const order = await findReferenced(db, { kinds: [kind], paymentReference })
      if (!order) log.error({ kind, paymentReference }, 'a dispute of an unknown payment')
      else
        await applyDispute(deps, order.orderId, one).catch((error: unknown) =>
          log.error({ err: error, kind }, 'a dispute waits'),
        )
    }
  }

  /** @returns false for an unknown reference */
  function dismissListed(reference: string, on: Db = db): Promise<boolean> {
    return insertDismissal(on, { reference, at: clock.now() })
  }
}
