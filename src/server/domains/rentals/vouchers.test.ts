import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ErrorCode } from '#contract/error-codes.ts'
import { blockPurchases } from '#server/domains/ledger/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { giveCredits, silentWorker } from '../../../../test/support/ledger.ts'
import { createTestRentals, type RentalsApp } from '../../../../test/support/rentals.ts'
import { inTransaction } from '#server/kit/db.ts'

const NOW = Temporal.Instant.from('2026-11-21T04:00:00Z')
const END = '2026-11-23T04:00:00Z'

let app: RentalsApp
beforeAll(async () => {
  app = await createTestRentals(20)
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await app.differences()).toEqual([])
  app.clock.set(NOW)
})

const refusal = (code: ErrorCode) => ({ code, details: {} })

/** A member of a telecom partner with one lot of vouchers for each number, that expires after as many days. */
async function aTelecomMember(...lots: { count: number; days: number }[]): Promise<MemberViewer> {
  const viewer = await app.aRenter(0, { partner: 'hgc' })
  for (const { count, days } of lots) await give(viewer, count, days)
  return viewer
}
const give = ({ accountId }: MemberViewer, count: number, days: number) =>
  giveCredits(app, accountId, count, { bucket: 'voucher', days })
/** The live vouchers, by days left. */
async function vouchersOf({ accountId }: MemberViewer): Promise<[count: number, days: number][]> {
  const { ticketList } = await app.ledger.points(accountId)
  return ticketList.map(({ count, expiresAt }) => [count, expiresAt.since(app.clock.now()).total('hours') / 24])
}
const rentalsOf = ({ accountId }: MemberViewer) =>
  app.db
    .selectFrom('rental')
    .innerJoin('wallet', 'wallet.wallet_id', 'rental.wallet_id')
    .select(['rental_id', 'program_id', 'credits', 'voucher_lot_id'])
    .where('account_id', '=', accountId)
    .orderBy('starts_at')
    .execute()
const setState = (programId: string, state: 'draft' | 'published') =>
  app.worldDb.updateTable('title').set({ state }).where('program_id', '=', programId).execute()

test('an order quotes one voucher, the one that expires first, and writes nothing', async () => {
  const viewer = await aTelecomMember({ count: 2, days: 20 }, { count: 1, days: 10 })
  const quote = await app.order(viewer, 'voucher')
  expect(quote).toMatchObject({ payment: 1, unit: 'vouchers', owned: 3 })
  expect(String(quote.unit === 'vouchers' && quote.expiresAt)).toBe(String(NOW.add({ hours: 240 })))
  expect(String(quote.rentedUntil)).toBe(END)
  expect(await vouchersOf(viewer)).toEqual([
    [1, 10],
    [2, 20],
  ])
  expect(await rentalsOf(viewer)).toEqual([])
})

test('a voucher plays one title for 48 hours, to the second, and is used once', async () => {
  const viewer = await aTelecomMember({ count: 2, days: 20 }, { count: 1, days: 10 })
  const quote = await app.order(viewer, 'voucher')
  for (const charged of [1, 0]) {
    const bought = await app.pay(viewer, 'voucher', quote)
    expect({ ...bought, rentedUntil: String(bought.rentedUntil) }).toEqual({
      charged,
      unit: 'vouchers',
      rentedUntil: END,
    })
  }
  expect(await vouchersOf(viewer)).toEqual([[2, 20]])
  expect(await rentalsOf(viewer)).toMatchObject([{ program_id: 'voucher', credits: 0 }])
  app.clock.set(Temporal.Instant.from(END).subtract({ milliseconds: 1 }))
  expect(await app.plays(viewer, 'voucher')).toBe(true)
  app.clock.set(Temporal.Instant.from(END))
  expect(await app.plays(viewer, 'voucher')).toBe(false)
  expect(await app.rent(viewer, 'voucher')).toMatchObject({ charged: 1 })
})

test('a title for vouchers or credits costs a telecom partner’s member a voucher, others credits', async () => {
  const [viewer, other] = [await aTelecomMember({ count: 1, days: 10 }), await app.aRenter(60)]
  expect(await app.rent(viewer, 'voucherOrRent')).toMatchObject({ charged: 1, unit: 'vouchers' })
  expect(await app.rent(other, 'voucherOrRent')).toMatchObject({ charged: 20, unit: 'credits' })
  expect(await app.credits(other)).toBe(40)
})

test('a voucher that has expired buys nothing, to the second', async () => {
  const viewer = await aTelecomMember({ count: 1, days: 1 })
  app.clock.set(NOW.add({ hours: 24 }).subtract({ milliseconds: 1 }))
  const quote = await app.order(viewer, 'voucher')
  app.clock.set(NOW.add({ hours: 24 }))
  await expect(app.pay(viewer, 'voucher', quote)).rejects.toMatchObject(refusal('INSUFFICIENT_TICKETS'))
  await expect(app.order(viewer, 'voucher')).rejects.toMatchObject(refusal('INSUFFICIENT_TICKETS'))
  expect(await rentalsOf(viewer)).toEqual([])
})

test('neither credits nor cinema tickets replace a voucher', async () => {
  const viewer = await app.aRenter(60, { partner: 'hgc' })
  await giveCredits(app, viewer.accountId, 5, { bucket: 'ticket' })
  await expect(app.order(viewer, 'voucher')).rejects.toMatchObject(refusal('INSUFFICIENT_TICKETS'))
})

test('a quote of vouchers is bound to its account and its unit', async () => {
  const [viewer, other] = [await aTelecomMember({ count: 1, days: 9 }), await aTelecomMember({ count: 1, days: 9 })]
  const quote = await app.order(viewer, 'voucher')
  await expect(app.pay(other, 'voucher', quote)).rejects.toMatchObject(refusal('QUOTE_EXPIRED'))
  await expect(app.pay(viewer, 'voucherOrRent', quote)).rejects.toMatchObject(refusal('QUOTE_EXPIRED'))
  await expect(app.pay(viewer, 'voucher', { ...quote, payment: 0 })).rejects.toMatchObject(refusal('QUOTE_EXPIRED'))
})

test('a quote of credits does not take a voucher once the account belongs to a telecom partner', async () => {
  const viewer = await app.aRenter(60)
  const quote = await app.order(viewer, 'voucherOrRent')
  await give(viewer, 1, 10)
  await app.db.updateTable('account').set({ partner: 'hgc' }).where('account_id', '=', viewer.accountId).execute()
  await expect(app.pay(viewer, 'voucherOrRent', quote)).rejects.toMatchObject(refusal('QUOTE_EXPIRED'))
  expect([await vouchersOf(viewer), await app.credits(viewer)]).toEqual([[[1, 10]], 60])
})

test('purchases that were stopped are stopped with vouchers, too', async () => {
  const viewer = await aTelecomMember({ count: 1, days: 10 })
  const quote = await app.order(viewer, 'voucher')
  const { wallet_id: walletId } = await app.db
    .selectFrom('wallet')
    .select('wallet_id')
    .where('account_id', '=', viewer.accountId)
    .executeTakeFirstOrThrow()
  await inTransaction(app.db, (tx) => blockPurchases(tx, { walletId, at: NOW }))
  await expect(app.order(viewer, 'voucher')).rejects.toMatchObject(refusal('PURCHASES_BLOCKED'))
  await expect(app.pay(viewer, 'voucher', quote)).rejects.toMatchObject(refusal('PURCHASES_BLOCKED'))
})

test('the voucher of a title that cannot be played any more comes back to its lot, once', async () => {
  const viewer = await aTelecomMember({ count: 2, days: 20 })
  await app.rent(viewer, 'voucher')
  expect(await vouchersOf(viewer)).toEqual([[1, 20]])
  await setState('voucher', 'draft')
  for (let n = 0; n < 2; n++) await app.refundDue()
  expect(await vouchersOf(viewer)).toEqual([[2, 20]])
  await setState('voucher', 'published')
  expect(await app.plays(viewer, 'voucher')).toBe(false)
  expect((await app.rent(viewer, 'voucher')).charged).toBe(1)
})

test('a voucher that has expired meanwhile comes back for 30 days', async () => {
  const viewer = await aTelecomMember({ count: 1, days: 1 })
  await app.rent(viewer, 'voucher')
  app.clock.set(NOW.add({ hours: 25 }))
  await setState('voucher', 'draft')
  await app.refundDue()
  await setState('voucher', 'published')
  expect(await vouchersOf(viewer)).toEqual([[1, 30]])
  expect((await app.rent(viewer, 'voucher')).charged).toBe(1)
})

test('vouchers that were not used expire, and their bookings are no lines of the statement of credits', async () => {
  const viewer = await aTelecomMember({ count: 3, days: 1 })
  await app.rent(viewer, 'voucher')
  app.clock.set(NOW.add({ hours: 24 }))
  for (const { run } of app.ledger.domainModule.scheduledTasks ?? []) await run(silentWorker)
  expect(await vouchersOf(viewer)).toEqual([])
  const { wallet_id } = await app.db
    .selectFrom('wallet')
    .select('wallet_id')
    .where('account_id', '=', viewer.accountId)
    .executeTakeFirstOrThrow()
  const booked = await app.db
    .selectFrom('posting')
    .innerJoin('transfer', 'transfer.transfer_id', 'posting.transfer_id')
    .select(['kind', 'amount', 'balance_after'])
    .where('wallet_id', '=', wallet_id)
    .orderBy('seq')
    .execute()
  expect(booked.map(({ kind, amount, balance_after }) => [kind, amount, balance_after])).toEqual([
    ['test', 3, 3],
    ['rent', -1, 2],
    ['expire', -2, 0],
  ])
  expect((await app.ledger.statement(viewer.accountId, { limit: 10 })).lines).toEqual([])
})

test('the check tells a rental whose voucher was taken from another lot', async () => {
  const viewer = await aTelecomMember({ count: 1, days: 10 }, { count: 1, days: 20 })
  await app.rent(viewer, 'voucher')
  const [{ rental_id: rentalId, voucher_lot_id: lotId } = { rental_id: '', voucher_lot_id: null }] =
    await rentalsOf(viewer)
  const set = (voucher_lot_id: number) =>
    app.db.updateTable('rental').set({ voucher_lot_id }).where('rental_id', '=', rentalId).execute()
  await set(lotId! + 1)
  expect(await app.rentals.differences()).toHaveLength(1)
  await set(lotId!)
})

test('200 parallel purchases with 10 vouchers are exactly 10', { timeout: 120_000 }, async () => {
  const viewer = await aTelecomMember({ count: 4, days: 10 }, { count: 6, days: 20 })
  const titles = Array.from({ length: 25 }, (_, n) => `ticketed-${n}`)
  await app.addTitles(titles.map((programId) => ({ programId, vodTypes: ['MOVIE VOUCHER'] })))
  const quotes = await Promise.all(titles.map((programId) => app.order(viewer, programId)))
  const purchases = Array.from({ length: 200 }, (_, n) =>
    app.persistently(() => app.pay(viewer, titles[n % 25]!, quotes[n % 25]!)),
  )
  const ended = await Promise.allSettled(purchases)
  const bought = ended.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  expect(bought.reduce((sum, { charged }) => sum + charged, 0)).toBe(10)
  const codes = ended.flatMap((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : []))
  expect(new Set(codes)).toEqual(new Set(['INSUFFICIENT_TICKETS']))
  // Each title that was bought answers all of its purchases, the others none.
  expect(codes).toHaveLength(15 * 8)
  expect(await vouchersOf(viewer)).toEqual([])
  expect(await rentalsOf(viewer)).toHaveLength(10)
})

test('two quotes of one title, on two nodes, use one voucher', { timeout: 60_000 }, async () => {
  const other = app.aNode(5)
  try {
    for (let time = 0; time < 3; time++) {
      const viewer = await aTelecomMember({ count: 2, days: 10 })
      const quotes = [await app.order(viewer, 'voucher'), await app.order(viewer, 'voucher')]
      const bought = await Promise.all([
        app.pay(viewer, 'voucher', quotes[0]!),
        other.pay(viewer, 'voucher', quotes[1]!),
      ])
      expect(bought.map(({ charged }) => charged).toSorted()).toEqual([0, 1])
      expect(await vouchersOf(viewer)).toEqual([[1, 10]])
    }
  } finally {
    await other.close()
  }
})
