import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { placeCreditHold, releaseCreditHold, spend } from '#server/domains/ledger/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { aKey, giveCredits, silentWorker } from '../../../../test/support/ledger.ts'
import { besideTransaction } from '../../../../test/support/held-transaction.ts'
import { isFull } from '../../../../test/support/full.ts'
import { createTestRentals, type RentalsApp } from '../../../../test/support/rentals.ts'
import { inTransaction } from '#server/kit/db.ts'

/** How often each race is run. */
const TIMES = isFull ? 100 : 3

let app: RentalsApp
beforeAll(async () => {
  app = await createTestRentals(20)
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await app.differences()).toEqual([])
}, 60_000)

const outcomes = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((one) =>
    one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code,
  )
const count = (list: readonly string[], wanted: string) => list.filter((one) => one === wanted).length

const booking = (at: Temporal.Instant) => ({ idempotencyKey: aKey(), actor: 'system', at })
const walletIdOf = async ({ accountId }: MemberViewer) => {
  const query = app.db.selectFrom('wallet').select('wallet_id').where('account_id', '=', accountId)
  return (await query.executeTakeFirstOrThrow()).wallet_id
}

test('200 parallel purchases with credits for 10 are exactly 10', { timeout: 120_000 }, async () => {
  const viewer = await app.aRenter(100)
  const walletId = await walletIdOf(viewer)
  const at = app.clock.now()
  const purchases = Array.from({ length: 200 }, () => {
    const own = booking(at)
    return app.persistently(() =>
      inTransaction(app.db, (tx) => spend(tx, { ...own, walletId, amount: 10, kind: 'test' })),
    )
  })
  const ended = await outcomes(purchases)
  expect([count(ended, 'done'), count(ended, 'INSUFFICIENT_CREDITS')]).toEqual([10, 190])
  expect(await app.credits(viewer)).toBe(0)
})

test('two quotes of one title, on two nodes, charge once', { timeout: 120_000 }, async () => {
  const other = app.aNode(5)
  try {
    for (let time = 0; time < TIMES; time++) {
      const viewer = await app.aRenter(60)
      const quotes = [await app.order(viewer, 'film'), await app.order(viewer, 'film')]
      const bought = await Promise.all([app.pay(viewer, 'film', quotes[0]!), other.pay(viewer, 'film', quotes[1]!)])
      expect(bought.map(({ charged }) => charged).toSorted()).toEqual([0, 28])
      expect(await app.credits(viewer)).toBe(32)
    }
  } finally {
    await other.close()
  }
})

test('one quote used many times at once charges once', { timeout: 120_000 }, async () => {
  for (let time = 0; time < TIMES; time++) {
    const viewer = await app.aRenter(60)
    const quote = await app.order(viewer, 'film')
    const bought = await Promise.all(Array.from({ length: 10 }, () => app.pay(viewer, 'film', quote)))
    expect(bought.filter(({ charged }) => charged > 0)).toHaveLength(1)
    expect(new Set(bought.map(({ rentedUntil }) => String(rentedUntil))).size).toBe(1)
    expect(await app.credits(viewer)).toBe(32)
  }
})

test('of a refund and a purchase with the same credits one wins', { timeout: 120_000 }, async () => {
  for (let time = 0; time < TIMES; time++) {
    const viewer = await app.aRenter()
    const { lotId } = await giveCredits(app, viewer.accountId, 28, { cents: 2800 })
    const quote = await app.order(viewer, 'film')
    const at = app.clock.now()
    const hold = inTransaction(app.db, (tx) => placeCreditHold(tx, { ...booking(at), lotId, amount: 28 }))
    const ended = await outcomes([hold, app.pay(viewer, 'film', quote)])
    expect(count(ended, 'done')).toBe(1)
    expect(await app.credits(viewer)).toBe(0)
    if (ended[0] === 'done') {
      const { transferId } = await hold
      await inTransaction(app.db, (tx) => releaseCreditHold(tx, { ...booking(at), holdTransferId: transferId }))
      expect(await app.credits(viewer)).toBe(28)
    }
  }
})

test('of expiry and a purchase with the same credits one wins', { timeout: 120_000 }, async () => {
  for (let time = 0; time < TIMES; time++) {
    const viewer = await app.aRenter()
    await giveCredits(app, viewer.accountId, 28, { days: 1 })
    const at = app.clock.now()
    const walletId = await walletIdOf(viewer)
    app.clock.advance('PT24H')
    const expiry = Promise.all((app.ledger.domainModule.scheduledTasks ?? []).map(({ run }) => run(silentWorker)))
    // The purchase began in the last millisecond of the credits.
    const last = app.clock.now().subtract({ milliseconds: 1 })
    const purchase = inTransaction(app.db, (tx) =>
      spend(tx, { ...booking(time % 2 ? last : at), walletId, amount: 28, kind: 'test' }),
    )
    const [, bought] = await outcomes([expiry, purchase])
    expect(['done', 'INSUFFICIENT_CREDITS']).toContain(bought)
    const { lines } = await app.ledger.statement(viewer.accountId, { limit: 10 })
    expect(lines.map(({ kind, balance }) => [kind, balance])).toEqual([
      [bought === 'done' ? 'test' : 'expire', 0],
      ['test', 28],
    ])
  }
})

test('a purchase that does not get its lock within two seconds is told that it is selling fast, and charges nothing', async () => {
  const viewer = await app.aRenter(60)
  const quote = await app.order(viewer, 'film')
  const walletId = await walletIdOf(viewer)
  await besideTransaction({
    run: (work) => app.db.transaction().execute(work),
    lock: (tx) => tx.selectFrom('wallet').select('wallet_id').where('wallet_id', '=', walletId).forUpdate().execute(),
    beside: () =>
      expect(app.pay(viewer, 'film', quote)).rejects.toMatchObject({
        code: 'SELLING_FAST',
        details: { retryAfter: 1 },
      }),
  })
  expect(await app.credits(viewer)).toBe(60)
  expect(await app.pay(viewer, 'film', quote)).toMatchObject({ charged: 28 })
})
