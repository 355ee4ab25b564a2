import type { PaymentUnit } from '#contract/playback.ts'
import { createAccess } from '#server/domains/access/index.ts'
import { createCatalogue } from '#server/domains/catalogue/index.ts'
import { createLedger } from '#server/domains/ledger/index.ts'
import { createRentals } from '#server/domains/rentals/index.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { memberViewer } from './viewers.ts'

/**
 * A process that rents titles for accounts, several at a time, and that a test can kill:
 * `node purchaser.ts {url} {purchases as JSON: [[accountId, programId, payment, unit] …]}`. It writes `started`, then a line
 * for each rental that was acknowledged, and ends with 0 once all are rented.
 */
const [url = '', purchases = '[]'] = process.argv.slice(2)
const AT_ONCE = 8

const { db } = openDb({ url, max: AT_ONCE })
const clock = createTestClock()
const ledger = createLedger({ db, clock })
const access = createAccess({ db, clock })
const catalogue = createCatalogue({
  db,
  clock,
  titleFonts: { register: async () => undefined },
  images: { register: async () => '' },
})
const rentals = createRentals({
  db,
  clock,
  masterKey: Buffer.alloc(32, 7),
  ledger,
  titles: catalogue,
  catalogue,
})

const viewerOf = (accountId: string) => memberViewer({ accountId, profileId: undefined, unlocked: true })

type Wanted = [accountId: string, programId: string, payment: number, unit: PaymentUnit]

async function rent([accountId, programId, payment, unit]: Wanted): Promise<void> {
  const viewer = viewerOf(accountId)
  const { rentals: rented } = await access.accountFacts(accountId)
  if (rented.some((rental) => rental.programId === programId)) return
  const { resourceId } = await rentals.quote(viewer, { programId, payment, unit, windowEndsAt: null })
  await rentals.purchase(viewer, { programId, payment, resourceId })
  process.stdout.write('rented\n')
}

const wanted = JSON.parse(purchases) as Wanted[]
process.stdout.write('started\n')
async function work(): Promise<void> {
  for (let next = wanted.shift(); next; next = wanted.shift()) await rent(next)
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
process.exit(0)
