import type { Db } from '#server/kit/db.ts'
import { dueDays, periodToList } from './listings.rules.ts'
import { findListedUntil, insertDismissal, insertListing } from './listings.repo.ts'
import { isPaused } from './payment-work.repo.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import type { PaymentProvider } from './ports.ts'

/** Reads the listings of the providers that have one, to be compared with our records (`listing-cases.query.ts`). */
export function createListings({ db, clock, log, providers, otherProviders = [] }: PaymentsDeps) {
  return { listDue, dismiss }

  /** Reads the days that are over. Any number of nodes may do so at once. */
  async function listDue(): Promise<void> {
    if (await isPaused(db)) return
    for (const provider of [...providers, ...otherProviders]) {
      if (provider.list) await listDays(provider, provider.list)
    }
  }

  async function listDays({ kind, sandbox }: PaymentProvider, list: NonNullable<PaymentProvider['list']>) {
    const days = dueDays(await findListedUntil(db, { kind, sandbox }), clock.now())
    if (!days) return
    const movements = await list(periodToList(days))
    if (movements) {
      const listing = { kind, sandbox, movements, days, at: clock.now() }
      await db.transaction().execute((tx) => insertListing(tx, listing))
    } else log.error({ kind, from: days.from.toString() }, 'the provider lists nothing')
  }

  /** An operator has dealt with a difference. @returns false for an unknown reference */
  function dismiss(reference: string, on: Db = db): Promise<boolean> {
    return insertDismissal(on, { reference, at: clock.now() })
  }
}
