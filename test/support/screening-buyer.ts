import { createLedger } from '#server/domains/ledger/index.ts'
import { createScreenings } from '#server/domains/screenings/index.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { memberViewer } from './viewers.ts'

/**
 * A process that buys screenings for accounts, several at a time, and that a test can kill:
 * `node screening-buyer.ts {url} {purchases as JSON: [[accountId, slotId, partner] …]}`. It writes `started`, then a line for each
 * screening that was acknowledged, and ends with 0 once all are bought.
 */
const [url = '', purchases = '[]'] = process.argv.slice(2)
const AT_ONCE = 8

type Wanted = [accountId: string, slotId: string, partner: string]
const wanted = JSON.parse(purchases) as Wanted[]
const telecom = new Set(wanted.flatMap(([accountId, , partner]) => (partner === 'anyplex' ? [] : [accountId])))

const { db } = openDb({ url, max: AT_ONCE })
const clock = createTestClock()
const screenings = createScreenings({
  db,
  clock,
  log: createLog({ level: 'silent', role: 'test' }),
  masterKey: Buffer.alloc(32, 7),
  ledger: createLedger({ db, clock }),
  payments: {
    refund: () => Promise.reject(new Error('nothing is paid with money')),
    closeOpen: async () => undefined,
  },
  isTelecomPartner: async (accountId) => telecom.has(accountId),
})

const viewerOf = (accountId: string) => memberViewer({ accountId, profileId: undefined, unlocked: true })

async function buy([accountId, slotId]: Wanted): Promise<void> {
  const viewer = viewerOf(accountId)
  const own = await screenings.ofAccount(accountId)
  if (own.some((one) => one.slotId === slotId)) return
  const { slot, payment, resourceId } = await screenings.purchases.quote(viewer, slotId)
  const { programId } = slot.title
  await screenings.purchases.purchase(viewer, { programId, startsAt: slot.startsAt, payment, resourceId })
  process.stdout.write('bought\n')
}

process.stdout.write('started\n')
async function work(): Promise<void> {
  for (let next = wanted.shift(); next; next = wanted.shift()) await buy(next)
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
process.exit(0)
