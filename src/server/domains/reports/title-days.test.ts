import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { hongKongDay, startOfHongKongDay } from '#server/kit/instants.ts'
import { silentWorker } from '../../../../test/support/ledger.ts'
import { createTestRentals, type RentalsApp } from '../../../../test/support/rentals.ts'
import { createReports, monthOf } from './index.ts'

let app: RentalsApp
beforeAll(async () => {
  app = await createTestRentals()
})
afterAll(() => app.close())

test('what titles sold and gave back, by region, is the revenue of rentals in the journal', async () => {
  const reports = createReports(app)
  const [one, other] = [await app.aRenter(60), await app.aRenter(60)]
  const midnight = startOfHongKongDay(hongKongDay(app.clock.now()).add({ days: 1 }))
  app.clock.set(midnight.subtract({ seconds: 30 }))
  await app.db.updateTable('lot').set({ backing_cents: 6_000 }).execute()
  await app.rent(one, 'film')
  await app.rent(other, 'film')
  await app.rent(other, 'leaving')
  // One of them can be played no more, and is given back.
  await app.catalogue.updateTitle('leaving', { licences: [] })
  app.clock.advance('PT1M')
  for (const { run } of app.rentals.domainModule.scheduledTasks ?? []) await run(silentWorker)
  await reports.count()
  const days = await app.db.selectFrom('title_day').selectAll().orderBy('program_id').orderBy('day').execute()
  expect(days.map(({ program_id: title, region, kind, sold }) => [title, region, kind, sold])).toEqual([
    ['film', 'HK', 'rental', 2],
    ['leaving', 'HK', 'rental', 1],
    ['leaving', 'HK', 'rental', 0],
  ])
  // The refund is of its own day, and of the window of its sale.
  const [, sale, refund] = days
  expect(refund!.day.since(sale!.day).days).toBe(1)
  expect([sale!.sold_on, refund!.sold_on].map(String)).toEqual([String(sale!.day), String(sale!.day)])
  const earned = await app.db.selectFrom('journal_day').selectAll().where('account', '=', 'rent_revenue').execute()
  const journal = earned.reduce((sum, row) => sum + row.credit_cents - row.debit_cents, 0)
  expect(journal).toBeGreaterThan(0)
  expect(days.reduce((sum, { cents, refunded_cents: back }) => sum + cents - back, 0)).toBe(journal)
})

test('statements and what no window covers are the revenue of rentals; a month that is over stays so when a window changes', async () => {
  const reports = createReports(app)
  const first = hongKongDay(app.clock.now()).with({ day: 1 })
  const month = monthOf(first.toPlainYearMonth().toString())!
  await sql`update licence set licensor = 'Kowloon', contract = 'K-1' where program_id = 'film'`.execute(app.db)
  const figures = async () => {
    const own = await reports.months.statement({ licensor: 'Kowloon', month })
    const { unlicensed, revenue } = await reports.months.closing(month)
    return { own, unlicensed, rentals: revenue.find(({ kind }) => kind === 'rentals')!.cents }
  }
  const before = await figures()
  const net = (rows: readonly { cents: number; refundedCents: number }[]) =>
    rows.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0)
  expect(before.own).toMatchObject([{ programId: 'film', contract: 'K-1', sold: 2 }])
  expect(before.unlicensed).toMatchObject({ titles: 1 })
  expect(net([...before.own, before.unlicensed])).toBe(before.rentals)
  app.clock.set(startOfHongKongDay(first.add({ months: 1 }).add({ days: 4 })))
  await reports.count()
  await reports.months.keepDue()
  await reports.months.keepDue()
  await sql`update licence set licensor = 'Lantau' where program_id = 'film'`.execute(app.db)
  expect(await figures()).toEqual(before)
  expect(await reports.months.statement({ licensor: 'Lantau', month })).toEqual([])
  expect(await reports.months.licensors()).toContainEqual({ licensor: 'Kowloon', titles: 1 })
})
