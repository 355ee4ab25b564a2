import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveCredits } from '../../../../test/support/ledger.ts'
import { isFull } from '../../../../test/support/full.ts'
import { randomMoment } from '../../../../test/support/random-moment.ts'
import { createTestRentals, type RentalsApp } from '../../../../test/support/rentals.ts'
import { seededRandom } from '../../../../test/support/seeded-random.ts'

const PURCHASER = join(import.meta.dirname, '../../../../test/support/purchaser.ts')
const TITLES = [
  ['film', 28],
  ['other', 10],
  ['series', 30],
  ['adult', 5],
] as const
const PRICE = 73
/** Members of a telecom partner pay with vouchers. */
const VOUCHER_TITLES = ['voucher', 'voucherOrRent']
const ACCOUNTS = isFull ? 250 : 40
const KILLS = isFull ? 40 : 5
const random = seededRandom(Number(process.env.CRASH_SEED ?? 20261121))

let app: RentalsApp
let accountIds: string[]
let telecomIds: string[]
beforeAll(async () => {
  app = await createTestRentals()
  accountIds = []
  for (let n = 0; n < ACCOUNTS; n++) accountIds.push((await app.aRenter(PRICE)).accountId)
  telecomIds = []
  for (let n = 0; n < ACCOUNTS / 4; n++) telecomIds.push(await aTelecomMember())
})
afterAll(() => app.close())

/** With a voucher for each title, in lots of their own. */
async function aTelecomMember() {
  const { accountId } = await app.aRenter(0, { partner: 'hgc' })
  for (const [n] of VOUCHER_TITLES.entries()) await giveCredits(app, accountId, 1, { bucket: 'voucher', days: 30 + n })
  return accountId
}

/** In an order that mixes both. */
const purchases = () =>
  [
    ...accountIds.flatMap((accountId) =>
      TITLES.map(([programId, credits]) => [accountId, programId, credits, 'credits'] as const),
    ),
    ...telecomIds.flatMap((accountId) =>
      VOUCHER_TITLES.map((programId) => [accountId, programId, 1, 'vouchers'] as const),
    ),
  ].toSorted(([, one], [, other]) => (one < other ? -1 : 1))

/** Starts the process; `exited` is its exit code, `rentals(n)` resolves once it has acknowledged `n` rentals or ended. */
function startPurchaser() {
  const args = [PURCHASER, app.url, JSON.stringify(purchases())]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  async function rentals(count: number): Promise<void> {
    // The first line says that it has started.
    for (let line = 0; line <= count; line++) if ((await lines.next()).done) return
  }
  return { child, exited, rentals }
}

/** What was charged, and what was rented, in credits or vouchers, by account. */
async function accounting() {
  const { rows } = await app.pool.query<{ charged: number; rented: number; rentals: number }>(`
    select (select coalesce(-sum(p.amount), 0)::int from posting p join transfer t using (transfer_id)
        where p.wallet_id = w.wallet_id and t.kind = 'rent') as charged,
      (select coalesce(sum(r.credits) + count(r.voucher_lot_id), 0)::int from rental r where r.wallet_id = w.wallet_id)
        as rented,
      (select count(*)::int from rental r where r.wallet_id = w.wallet_id) as rentals
    from wallet w`)
  return rows
}

test('whenever a node is killed during purchases, charged is entitled, to the credit and the voucher', async () => {
  let unfinished = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, exited, rentals } = startPurchaser()
    // So few that some are left for each kill, and then a moment within the next ones.
    await rentals(Math.floor((random() * ACCOUNTS * TITLES.length) / (KILLS + 1)))
    await randomMoment(random, 10)
    child.kill('SIGKILL')
    await exited
    const found = await accounting()
    expect(found.filter(({ charged, rented }) => charged !== rented)).toEqual([])
    expect(await app.differences()).toEqual([])
    if (found.reduce((sum, { rentals }) => sum + rentals, 0) < purchases().length) unfinished++
  }
  // A kill after the last purchase proves nothing.
  expect(unfinished).toBeGreaterThan(0)
  expect(await startPurchaser().exited).toBe(0)
  const all = { charged: PRICE, rented: PRICE, rentals: TITLES.length }
  const { length } = VOUCHER_TITLES
  const byVouchers = { charged: length, rented: length, rentals: length }
  const found = await accounting()
  expect(found.filter(({ charged }) => charged === PRICE)).toEqual(accountIds.map(() => all))
  expect(found.filter(({ charged }) => charged !== PRICE)).toEqual(telecomIds.map(() => byVouchers))
  expect(await app.differences()).toEqual([])
})
