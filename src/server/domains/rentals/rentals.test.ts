import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ErrorCode } from '#contract/error-codes.ts'
import { blockPurchases, removeLot } from '#server/domains/ledger/index.ts'
import { giveCredits } from '../../../../test/support/ledger.ts'
import { createTestRentals, type RentalsApp } from '../../../../test/support/rentals.ts'
import { inTransaction } from '#server/kit/db.ts'

let app: RentalsApp
beforeAll(async () => {
  app = await createTestRentals()
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await app.differences()).toEqual([])
  app.clock.set(Temporal.Instant.from('2026-11-21T04:00:00Z'))
})

const END = '2026-11-23T04:00:00Z'
const refusal = (code: ErrorCode, details: object = {}) => ({ code, details })

test('a quote says what is taken from where and until when, and writes nothing', async () => {
  const viewer = await app.aRenter(60)
  app.takeQueries()
  const quote = await app.order(viewer, 'film')
  expect(quote).toMatchObject({ payment: 28, unit: 'credits', owned: 60, from: [{ bucket: 'recharged', credits: 28 }] })
  expect([quote.rentedUntil, quote.quoteExpiresAt].map(String)).toEqual([END, '2026-11-21T04:10:00Z'])
  expect(await app.credits(viewer)).toBe(60)
})

test('a purchase charges once and plays for 48 hours, to the second', async () => {
  const viewer = await app.aRenter(60)
  const quote = await app.order(viewer, 'film')
  const bought = await app.pay(viewer, 'film', quote)
  expect({ ...bought, rentedUntil: String(bought.rentedUntil) }).toEqual({
    charged: 28,
    unit: 'credits',
    rentedUntil: END,
  })
  const again = await app.pay(viewer, 'film', quote)
  expect({ ...again, rentedUntil: String(again.rentedUntil) }).toEqual({
    charged: 0,
    unit: 'credits',
    rentedUntil: END,
  })
  expect(await app.credits(viewer)).toBe(32)
  app.clock.set(Temporal.Instant.from(END).subtract({ milliseconds: 1 }))
  expect(await app.plays(viewer, 'film')).toBe(true)
  app.clock.set(Temporal.Instant.from(END))
  expect(await app.plays(viewer, 'film')).toBe(false)
  expect((await app.rent(viewer, 'film')).charged).toBe(28)
})

test('the rental of one account gives no other account access', async () => {
  const [viewer, other] = [await app.aRenter(60), await app.aRenter(60)]
  await app.rent(viewer, 'film')
  expect(await app.plays(other, 'film')).toBe(false)
  expect((await app.rentals.list(other, { page: 1, pageSize: 10 })).total).toBe(0)
})

test('a running rental is not charged again by another quote', async () => {
  const viewer = await app.aRenter(60)
  const quotes = [await app.order(viewer, 'film'), await app.order(viewer, 'film')]
  const charged = []
  for (const quote of quotes) charged.push((await app.pay(viewer, 'film', quote)).charged)
  expect(charged).toEqual([28, 0])
})

test('a series is rented whole', async () => {
  const viewer = await app.aRenter(60)
  await app.rent(viewer, 'series')
  expect([await app.plays(viewer, 'series', 'series.s1e1'), await app.plays(viewer, 'series', 'series.s1e2')]).toEqual([
    true,
    true,
  ])
})

test('a rental ends with the licence window', async () => {
  const viewer = await app.aRenter(60)
  expect(String((await app.rent(viewer, 'leaving')).rentedUntil)).toBe('2026-11-22T04:00:00Z')
})

test('a quote is refused once it is ten minutes old', async () => {
  const viewer = await app.aRenter(60)
  const quote = await app.order(viewer, 'film')
  app.clock.advance('PT9M59.999S')
  const late = await app.order(viewer, 'other')
  app.clock.advance('PT0.001S')
  await expect(app.pay(viewer, 'film', quote)).rejects.toMatchObject(refusal('QUOTE_EXPIRED'))
  expect((await app.pay(viewer, 'other', late)).charged).toBe(10)
  expect(await app.credits(viewer)).toBe(50)
})

test('a quote is bound to its account, title and price', async () => {
  const [viewer, other] = [await app.aRenter(60), await app.aRenter(60)]
  const quote = await app.order(viewer, 'film')
  await expect(app.pay(other, 'film', quote)).rejects.toMatchObject(refusal('QUOTE_EXPIRED'))
  await expect(app.pay(viewer, 'other', quote)).rejects.toMatchObject(refusal('QUOTE_EXPIRED'))
  await expect(app.pay(viewer, 'film', { ...quote, payment: 10 })).rejects.toMatchObject(refusal('QUOTE_EXPIRED'))
})

test('a quote is refused once the price or the window is another', async () => {
  const viewer = await app.aRenter(60)
  const quotes = [await app.order(viewer, 'other'), await app.order(viewer, 'leaving')]
  await app.catalogue.updateTitle('other', { credits: 11 })
  const licences = [{ region: 'HK', startsAt: app.clock.now(), endsAt: app.clock.now().add({ hours: 1 }) }]
  await app.catalogue.updateTitle('leaving', { licences })
  for (const [n, programId] of ['other', 'leaving'].entries())
    await expect(app.pay(viewer, programId, quotes[n]!)).rejects.toMatchObject(refusal('QUOTE_EXPIRED'))
  const endsAt = Temporal.Instant.from('2026-11-22T04:00:00Z')
  await app.catalogue.updateTitle('other', { credits: 10 })
  await app.catalogue.updateTitle('leaving', { licences: [{ region: 'HK', startsAt: app.clock.now(), endsAt }] })
})

test('a title that has become free meanwhile is not charged', async () => {
  const viewer = await app.aRenter(60)
  const quote = await app.order(viewer, 'other')
  await app.catalogue.updateTitle('other', { vodTypes: ['FREE TO WATCH'] })
  expect(await app.pay(viewer, 'other', quote)).toEqual({ charged: 0, unit: 'credits', rentedUntil: null })
  await app.catalogue.updateTitle('other', { vodTypes: ['PAY PER RENT'] })
})

test('too few credits say how many are needed and owned', async () => {
  const viewer = await app.aRenter(27)
  await expect(app.order(viewer, 'film')).rejects.toMatchObject(
    refusal('INSUFFICIENT_CREDITS', { needed: 28, owned: 27 }),
  )
  const nobody = await app.aRenter()
  await expect(app.order(nobody, 'film')).rejects.toMatchObject(
    refusal('INSUFFICIENT_CREDITS', { needed: 28, owned: 0 }),
  )
})

test('credits that were spent after the quote refuse the purchase', async () => {
  const viewer = await app.aRenter(30)
  const quote = await app.order(viewer, 'film')
  await app.rent(viewer, 'other')
  await expect(app.pay(viewer, 'film', quote)).rejects.toMatchObject(
    refusal('INSUFFICIENT_CREDITS', { needed: 28, owned: 20 }),
  )
  expect(await app.plays(viewer, 'film')).toBe(false)
})

test('access is decided again when a quote is used', async () => {
  const viewer = await app.aRenter(60)
  const quote = await app.order(viewer, 'adult')
  await expect(app.pay({ ...viewer, unlocked: false }, 'adult', quote)).rejects.toMatchObject(
    refusal('PARENTAL_CODE_REQUIRED'),
  )
  await expect(
    app.pay({ ...viewer, region: 'MO' }, 'leaving', await app.order(viewer, 'leaving')),
  ).rejects.toMatchObject(refusal('REGION_REFUSED'))
  const cartoon = await app.order(viewer, 'cartoon')
  await expect(app.pay({ ...viewer, kids: true }, 'cartoon', cartoon)).rejects.toMatchObject(
    refusal('KIDS_PURCHASE_REFUSED'),
  )
  expect(await app.credits(viewer)).toBe(60)
})

test('a member of a telecom partner is offered no rental, and reads that the title takes no voucher', async () => {
  const viewer = await app.aRenter(60, { partner: 'hgc' })
  await expect(app.order(viewer, 'film')).rejects.toMatchObject(refusal('VOUCHERS_NOT_TAKEN'))
})

test('purchases that were stopped are refused by the order and by the purchase', async () => {
  const viewer = await app.aRenter(60)
  const quote = await app.order(viewer, 'film')
  const { wallet_id: walletId } = await app.db
    .selectFrom('wallet')
    .select('wallet_id')
    .where('account_id', '=', viewer.accountId)
    .executeTakeFirstOrThrow()
  const blocked = (at: Temporal.Instant | null) => inTransaction(app.db, (tx) => blockPurchases(tx, { walletId, at }))
  await blocked(app.clock.now())
  await expect(app.order(viewer, 'film')).rejects.toMatchObject(refusal('PURCHASES_BLOCKED'))
  await expect(app.pay(viewer, 'film', quote)).rejects.toMatchObject(refusal('PURCHASES_BLOCKED'))
  await blocked(null)
  expect((await app.pay(viewer, 'film', quote)).charged).toBe(28)
})

test('lists running rentals, the newest first, without those of another profile kind', async () => {
  const viewer = await app.aRenter(100)
  for (const programId of ['film', 'cartoon', 'other']) {
    await app.rent(viewer, programId)
    app.clock.advance('PT1M')
  }
  const listed = async (change: object = {}) =>
    (await app.rentals.list({ ...viewer, ...change }, { page: 1, pageSize: 10 })).titles.map(
      ({ title, remainingMinutes }) => [title.programId, remainingMinutes],
    )
  expect(await listed()).toEqual([
    ['other', 2879],
    ['cartoon', 2878],
    ['film', 2877],
  ])
  expect(await listed({ kids: true })).toEqual([['cartoon', 2878]])
})

test('credits of a rental that cannot be played any more come back by themselves, once', async () => {
  const viewer = await app.aRenter(60)
  await app.rent(viewer, 'film')
  await app.refundDue()
  expect(await app.credits(viewer)).toBe(32)
  const quote = await app.order(await app.aRenter(60), 'film')
  await app.worldDb.updateTable('title').set({ state: 'draft' }).where('program_id', '=', 'film').execute()
  for (let n = 0; n < 2; n++) await app.refundDue()
  expect(await app.credits(viewer)).toBe(60)
  await app.worldDb.updateTable('title').set({ state: 'published' }).where('program_id', '=', 'film').execute()
  expect(await app.plays(viewer, 'film')).toBe(false)
  expect((await app.rent(viewer, 'film')).charged).toBe(28)
  expect(quote.payment).toBe(28)
})

test('the quote of a rental that was taken back cannot be used again', async () => {
  const viewer = await app.aRenter(60)
  const quote = await app.order(viewer, 'film')
  await app.pay(viewer, 'film', quote)
  await app.worldDb.updateTable('title').set({ state: 'draft' }).where('program_id', '=', 'film').execute()
  await app.refundDue()
  await app.worldDb.updateTable('title').set({ state: 'published' }).where('program_id', '=', 'film').execute()
  await expect(app.pay(viewer, 'film', quote)).rejects.toMatchObject(refusal('QUOTE_EXPIRED'))
  expect(await app.credits(viewer)).toBe(60)
})

test('two rentals of one title at a time are refused by the database', async () => {
  const viewer = await app.aRenter(60)
  await app.rent(viewer, 'film')
  const copy = app.pool.query(`
    insert into rental (rental_id, wallet_id, program_id, transfer_id, credits, starts_at, ends_at)
    select 'copy', wallet_id, program_id, (select min(transfer_id) from transfer), credits, starts_at + interval '1 hour', ends_at
    from rental where voided_at is null order by starts_at desc limit 1`)
  await expect(copy).rejects.toMatchObject({ code: '23P01', constraint: 'rental_once' })
})

test('used quotes are deleted once they have expired', async () => {
  const viewer = await app.aRenter(60)
  await app.rent(viewer, 'film')
  app.clock.advance('PT49H')
  for (const { run } of app.rentals.domainModule.scheduledTasks ?? []) await run({} as never)
  expect(await app.db.selectFrom('consumed_quote').selectAll().execute()).toEqual([])
})

test('a chargeback takes back the rentals that its credits paid for, and restores what came from others', async () => {
  const viewer = await app.aRenter()
  const { lotId } = await giveCredits(app, viewer.accountId, 20, { days: 10, cents: 2000 })
  await giveCredits(app, viewer.accountId, 30, { days: 20 })
  await app.rent(viewer, 'film')
  await app.rent(viewer, 'other')
  expect(await app.credits(viewer)).toBe(12)
  await inTransaction(app.db, async (tx) => {
    await removeLot(tx, {
      lotId,
      kind: 'clawback',
      idempotencyKey: `clawback:${lotId}`,
      actor: 'system',
      at: app.clock.now(),
    })
    await app.rentals.voidPaidFrom(tx, { lotId, reason: 'charged back' })
  })
  expect([await app.plays(viewer, 'film'), await app.plays(viewer, 'other')]).toEqual([false, true])
  expect(await app.credits(viewer)).toBe(20)
})
