import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import type { Catalogue, ListViewer, TitleCard } from '../catalogue/index.ts'
import type { MemberViewer } from '../viewer.ts'
import { createPurchases, type PurchasesDeps } from './purchases.service.ts'
import { createRefunds } from './refunds.service.ts'
import { deleteQuotes, findDifferences, findRentals, rentedScope } from './rentals.repo.ts'
import { remainingMinutes } from './rentals.rules.ts'

export type RentalsDeps = Omit<PurchasesDeps, 'key'> & {
  db: Kysely<Database>
  clock: Clock
  masterKey: Buffer
  catalogue: Pick<Catalogue, 'list'>
}

/** The public API of rentals; `index.ts` says what it owns. */
export type Rentals = ReturnType<typeof createRentals>

/** A running rental in a list. */
export type RentedTitle = {
  title: TitleCard
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  remainingMinutes: number
}

const DUE_EVERY_MS = 60_000

export function createRentals({ db, clock, masterKey, ledger, titles, catalogue, access }: RentalsDeps) {
  const key = deriveKey(masterKey, 'rental quote')
  const purchases = createPurchases({ clock, key, ledger, titles, access })
  const { refundUnplayable, voidPaidFrom } = createRefunds({ db, clock, ledger })
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'rental quotes', everyMs: DUE_EVERY_MS, run: () => deleteQuotes(db, clock.now()) },
      { name: 'rental refunds', everyMs: DUE_EVERY_MS, run: refundUnplayable },
    ],
    personalData: { name: 'rentals', collect, erase: async () => undefined },
  }
  return { ...purchases, domainModule, list, refundUnplayable, voidPaidFrom, differences: () => findDifferences(db) }

  /** A page of the running rentals as this viewer may see them, the newest first. */
  async function list(
    viewer: MemberViewer & ListViewer,
    request: { page: number; pageSize: number },
  ): Promise<{ titles: RentedTitle[]; total: number }> {
    const now = clock.now()
    const found = await catalogue.list(viewer, rentedScope({ accountId: viewer.accountId, now }), request)
    const rented = found.titles.map((title) => {
      const { startsAt, endsAt } = title.note as { startsAt: string; endsAt: string }
      const end = Temporal.Instant.from(endsAt)
      return {
        title,
        startsAt: Temporal.Instant.from(startsAt),
        endsAt: end,
        remainingMinutes: remainingMinutes(now, end),
      }
    })
    return { titles: rented, total: found.total }
  }

  async function collect({ accountId }: Person): Promise<unknown> {
    const rentals = await findRentals(db, accountId)
    return rentals.map(({ programId, credits, voucherLotId, startsAt, endsAt, voidedAt }) => ({
      programId,
      credits,
      vouchers: voucherLotId === null ? 0 : 1,
      startsAt,
      endsAt,
      voidedAt,
    }))
  }
}
