import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MEASURE_NAMES, REVENUE_ACCOUNTS } from '#contract/admin/reports.ts'
import { aKey, createTestLedger, type LedgerApp } from '../../../../test/support/ledger.ts'
import { post } from '../ledger/index.ts'
import { createReports } from './index.ts'

let app: LedgerApp
let reports: ReturnType<typeof createReports>
beforeAll(async () => {
  app = await createTestLedger()
  reports = createReports(app)
})
afterAll(() => app.close())

const ACCOUNTS = [...Object.keys(REVENUE_ACCOUNTS), 'deferred_credits', 'payments_received', 'provider:payme'] as const
const account = fc.constantFrom(...(ACCOUNTS as unknown as ['breakage', ...'breakage'[]]))
const booking = fc.record({
  kind: fc.constantFrom('payment', 'rent', 'expire', 'refund'),
  from: account,
  to: account,
  cents: fc.integer({ min: 1, max: 1_000_000 }),
  minutesAgo: fc.integer({ min: 0, max: 60 * 24 * 40 }),
})

/** Of the journal that finance downloads. */
async function journalOf(from: Temporal.Instant, until: Temporal.Instant) {
  const { rows } = await app.ledger.journal({ from, until })
  return rows
}

async function seriesOf(measure: (typeof MEASURE_NAMES)[number], by?: 'kind' | 'provider') {
  const today = app.clock.now().toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate()
  return reports.series({ measure, from: today.subtract({ days: 60 }), until: today, by, filter: {} })
}

test('of any bookings, revenue, receipts and refunds are the journal’s to the cent, by day and in whole, however often they are counted', async () => {
  const all = app.clock.now().subtract({ hours: 24 * 60 })
  await fc.assert(
    fc.asyncProperty(fc.array(booking, { minLength: 1, maxLength: 12 }), fc.boolean(), async (bookings, twice) => {
      for (const { kind, from, to, cents, minutesAgo } of bookings)
        await app.book((tx) =>
          post(tx, {
            kind,
            idempotencyKey: aKey(),
            actor: 'system',
            at: app.clock.now().subtract({ minutes: minutesAgo }),
            entries: [
              { account: from, commodity: 'HKD_CENT', amount: cents },
              { account: to, commodity: 'HKD_CENT', amount: -cents },
            ],
          }),
        )
      const since = app.clock.now().toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate().subtract({ days: 41 })
      await reports.count(since)
      if (twice) await Promise.all([reports.count(), reports.count(since)])
      const rows = await journalOf(all, app.clock.now().add({ hours: 1 }))
      const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
      const isRevenue = (name: string) => Object.hasOwn(REVENUE_ACCOUNTS, name)
      const revenue = sum((row) => (isRevenue(row.account) ? row.creditCents - row.debitCents : 0))
      const byKind = await seriesOf('revenue', 'kind')
      expect(byKind.total.value).toBe(revenue)
      expect(byKind.lines.reduce((total, { value }) => total + value, 0)).toBe(revenue)
      const provided = (row: (typeof rows)[number]) => row.account.startsWith('provider:')
      expect((await seriesOf('received')).total.value).toBe(sum((row) => (provided(row) ? row.debitCents : 0)))
      expect((await seriesOf('refunded')).total.value).toBe(sum((row) => (provided(row) ? row.creditCents : 0)))
      byKind.days.forEach((day, index) => {
        const own = rows.filter((row) => row.day.equals(day) && isRevenue(row.account))
        const cents = own.reduce((total, row) => total + row.creditCents - row.debitCents, 0)
        expect(byKind.points[index]).toBe(cents)
      })
    }),
    { numRuns: 12 },
  )
})

test('bookings of the last days are counted by the next run; those of a day long counted once it is named', async () => {
  const before = await seriesOf('revenue')
  const money = (minutesAgo: number) =>
    app.book((tx) =>
      post(tx, {
        kind: 'sale',
        idempotencyKey: aKey(),
        actor: 'system',
        at: app.clock.now().subtract({ minutes: minutesAgo }),
        entries: [
          { account: 'deferred_sales', commodity: 'HKD_CENT', amount: 100 },
          { account: 'sale_revenue', commodity: 'HKD_CENT', amount: -100 },
        ],
      }),
    )
  await money(24 * 60)
  await money(20 * 24 * 60)
  await reports.count()
  expect((await seriesOf('revenue')).total.value - before.total.value).toBe(100)
  await reports.count(app.clock.now().toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate().subtract({ days: 20 }))
  expect((await seriesOf('revenue')).total.value - before.total.value).toBe(200)
})
