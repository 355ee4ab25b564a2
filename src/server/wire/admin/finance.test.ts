import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminUrl } from '#contract/admin/endpoint.ts'
import {
  closing,
  exportJournal,
  exportLiabilities,
  exportStatement,
  licensors,
  statement,
} from '#contract/admin/finance.ts'
import { missed, series } from '#contract/admin/reports.ts'
import { post } from '#server/domains/ledger/index.ts'
import { inTransaction, sql } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { consoleFinance as TEXT } from '#text/en_US/console-finance.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'

let world: OperatorsWorld
let finance: Browser
let catalogue: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
  finance = await world.signIn(await world.anOperator('finance'))
  catalogue = await world.signIn(await world.anOperator('catalogue'))
})
afterAll(() => world.close())

const call = (endpoint: { path: string }, input: object, browser = finance) => world.call(endpoint.path, input, browser)

async function csvOf(endpoint: { path: string }, input: object) {
  const answer = await world.app.inject({
    url: adminUrl(endpoint),
    query: { query: JSON.stringify(input), language: 'en_US' },
    headers: { 'sec-fetch-site': 'same-origin', cookie: `harbour_console=${finance.cookies.get('harbour_console')}` },
  })
  return answer.body.replace('\uFEFF', '').trimEnd().split('\r\n')
}

const OCTOBER = Temporal.Instant.from('2026-09-30T16:00:00Z')
const booking = fc.record({
  from: fc.constantFrom('payments_received' as const, 'deferred_credits' as const, 'provider:payme' as const),
  to: fc.constantFrom('rent_revenue' as const, 'breakage' as const, 'deferred_credits' as const),
  cents: fc.integer({ min: 1, max: 90_000 }),
  minute: fc.integer({ min: 0, max: 31 * 24 * 60 - 1 }),
})

test('a month is closed with the sums, the revenue and the debts of its journal, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(booking, { minLength: 1, maxLength: 10 }), async (bookings) => {
      for (const { from, to, cents, minute } of bookings)
        await inTransaction(world.db, (tx) =>
          post(tx, {
            kind: 'rent',
            idempotencyKey: newId(),
            actor: 'system',
            at: OCTOBER.add({ minutes: minute }),
            entries: [
              { account: from, commodity: 'HKD_CENT', amount: cents },
              { account: to, commodity: 'HKD_CENT', amount: -cents },
            ],
          }),
        )
      await world.reports.count(Temporal.PlainDate.from('2026-09-30'))
      const until = Temporal.Instant.from('2026-10-31T16:00:00Z')
      const journal = await world.care.ledger.journal({ from: OCTOBER, until })
      const sum = (of: (row: (typeof journal.rows)[number]) => number) =>
        journal.rows.reduce((total, row) => total + of(row), 0)
      const earned = ['rent_revenue', 'breakage']
      const month = await call(closing, { month: '2026-10' })
      expect(month).toMatchObject({
        isBalanced: true,
        isOver: true,
        debitCents: sum(({ debitCents }) => debitCents),
        revenueCents: sum((row) => (earned.includes(row.account) ? row.creditCents - row.debitCents : 0)),
        breakageCents: sum((row) => (row.account === 'breakage' ? row.creditCents - row.debitCents : 0)),
      })
      expect(month.liabilities[0]).toEqual({ account: 'deferred_credits', cents: journal.owedCents })
    }),
    { numRuns: 8 },
  )
  const lines = await csvOf(exportJournal, { month: '2026-10' })
  expect(lines[0]).toBe('"Day","Kind","Account","Debit","Credit"')
  const { debitCents } = await call(closing, { month: '2026-10' })
  expect(lines.at(-1)).toBe(`"Total","","",${debitCents / 100},${debitCents / 100}`)
  const { liabilities } = await call(closing, { month: '2026-10' })
  const owed = (liabilities as { account: keyof typeof TEXT.liabilities; cents: number }[]).map(
    ({ account, cents }) => `"${TEXT.liabilities[account]}",${cents / 100}`,
  )
  const [, ...file] = (await csvOf(exportLiabilities, { month: '2026-10' })) as string[]
  expect([file.slice(0, -1), file.at(-1)]).toEqual([owed, expect.stringContaining(`"${TEXT.breakage}",`)])
})

test('the running month is not over; what is no month is refused', async () => {
  await world.reports.count()
  expect(await call(closing, { month: '2026-11' })).toMatchObject({ isOver: false, isBalanced: true })
  expect(await call(closing, { month: '2026-13' })).toMatchObject({ errorCode: 'INVALID_INPUT' })
})

test('money of a refund that waits for its claim at the end of a month is still owed', async () => {
  const { orderId } = await world.orders.aTopUp({ credits: 100 })
  const owed = async () => {
    await world.reports.count()
    const { liabilities } = await call(closing, { month: '2026-11' })
    const list = liabilities as { account: string; cents: number }[]
    const [, , , , , refunds] = (await csvOf(exportLiabilities, { month: '2026-11' })) as string[]
    return {
      sum: list.reduce((sum, { cents }) => sum + cents, 0),
      refunds: list.find(({ account }) => account === 'refund_hold')!.cents,
      line: refunds,
    }
  }
  const before = await owed()
  world.orders.alipay.claims = { cents: new Map(), closed: false }
  await world.orders.payments.refund({ orderId, reason: 'asked', actor: 'test' })
  await world.orders.runPayments()
  const after = await owed()
  world.orders.alipay.claims = undefined
  expect([after.sum, after.refunds - before.refunds]).toEqual([before.sum, 10_000])
  expect([before.line, after.line]).toEqual(['"Refunds under way",0', '"Refunds under way",100'])
})

test('a licensor is told of the days within its windows alone, by region and contract', async () => {
  const [own, other] = [newId(), newId()]
  const span = { startsAt: '2026-10-09T16:00:00.000Z', endsAt: '2026-10-20T15:59:00.000Z' }
  const windows = [{ region: 'HK' as const, ...span, licensor: 'Kowloon Pictures', contract: 'KP-1' }]
  for (const [programId, draft] of [
    [own, aTitleContent({ windows })],
    [other, aTitleContent()],
  ] as const)
    expect(await world.call('/titles/publish', keyed({ programId, draft }), catalogue)).toMatchObject({
      result: 'SUCCESS',
    })
  const played = (programId: string, day: string, region: string, access: string) =>
    sql`insert into play_day values (${day}::date, ${programId}, ${region}, ${access}, 'phone', 2, 100)`.execute(
      world.db,
    )
  for (const [day, region, access] of [
    ['2026-10-09', 'HK', 'plan'],
    ['2026-10-10', 'HK', 'plan'],
    ['2026-10-20', 'HK', 'rental'],
    ['2026-10-21', 'HK', 'plan'],
    ['2026-10-12', 'MO', 'plan'],
  ] as const)
    await played(own, day, region, access)
  await played(other, '2026-10-12', 'HK', 'plan')
  await sql`insert into title_day values ('2026-10-12', ${own}, 'HK', 'rental', 3, 84, 2800, 100),
    ('2026-10-12', ${own}, '', 'screening', 1, 0, 5000, 0), ('2026-10-30', ${own}, 'HK', 'rental', 9, 9, 900, 0)`.execute(
    world.db,
  )
  const asked = { licensor: 'Kowloon Pictures', month: '2026-10' }
  expect((await call(licensors, {})).list).toEqual([{ licensor: 'Kowloon Pictures', titles: 1 }])
  const common = { programId: own, contract: 'KP-1' }
  expect((await call(statement, asked)).list).toMatchObject([
    { ...common, region: '', sold: 1, cents: 5_000, plays: 0 },
    { ...common, region: 'HK', plays: 4, seconds: 200, planSeconds: 100, sold: 3, cents: 2_800, refundedCents: 100 },
  ])
  const lines = await csvOf(exportStatement, asked)
  expect(lines).toHaveLength(4)
  expect(lines.at(-1)).toBe('"Total","","","",4,200,100,4,84,78,1')
  expect((await call(statement, { licensor: 'Nobody Ltd', month: '2026-10' })).list).toEqual([])
})

test('a window that ends at midnight leaves the next day to the window after it', async () => {
  const programId = newId()
  const midnight = '2026-10-14T16:00:00.000Z'
  const common = { region: 'HK' as const, licensor: 'Lantau Films' }
  const windows = [
    { ...common, startsAt: '2026-10-12T16:00:00.000Z', endsAt: midnight, contract: 'LF-1' },
    { ...common, startsAt: midnight, endsAt: null, contract: 'LF-2' },
  ]
  const published = await world.call(
    '/titles/publish',
    keyed({ programId, draft: aTitleContent({ windows }) }),
    catalogue,
  )
  expect(published).toMatchObject({ result: 'SUCCESS' })
  for (const [day, plays] of [
    ['2026-10-12', 1],
    ['2026-10-13', 2],
    ['2026-10-14', 4],
    ['2026-10-15', 8],
    ['2026-10-31', 16],
  ] as const)
    await sql`insert into play_day values (${day}::date, ${programId}, 'HK', 'plan', 'phone', ${plays}, 100)`.execute(
      world.db,
    )
  expect((await call(statement, { licensor: 'Lantau Films', month: '2026-10' })).list).toMatchObject([
    { contract: 'LF-1', plays: 6 },
    { contract: 'LF-2', plays: 24 },
  ])
})

test('what titles sold and played is in the statement of one licensor, and a refund in that of its sale', async () => {
  const [handed, shared] = [newId(), newId()]
  const noon = '2026-10-15T04:00:00.000Z'
  const opening = '2026-09-30T16:00:00.000Z'
  const window = (licensor: string, more: object) => ({
    region: 'HK' as const,
    startsAt: opening,
    endsAt: null,
    licensor,
    contract: licensor,
    ...more,
  })
  for (const [programId, windows] of [
    [handed, [window('Aberdeen', { endsAt: noon }), window('Bowen', { startsAt: noon })]],
    [shared, [window('Aberdeen', {}), window('Bowen', { region: 'MO' as const })]],
  ] as const)
    expect(
      await world.call(
        '/titles/publish',
        keyed({ programId, draft: aTitleContent({ windows: [...windows] }) }),
        catalogue,
      ),
    ).toMatchObject({ result: 'SUCCESS' })
  for (const [day, region, plays] of [
    ['2026-10-14', 'HK', 1],
    ['2026-10-15', 'HK', 2],
    ['2026-10-16', 'HK', 4],
  ] as const)
    await sql`insert into play_day values (${day}::date, ${handed}, ${region}, 'plan', 'phone', ${plays}, 100)`.execute(
      world.db,
    )
  await sql`
    insert into title_day (day, sold_on, program_id, region, kind, sold, credits, cents, refunded_cents) values
      ('2026-10-10', '2026-10-10', ${handed}, 'HK', 'rental', 1, 20, 2000, 0),
      ('2026-10-20', '2026-10-10', ${handed}, 'HK', 'rental', 0, 0, 0, 2000),
      ('2026-10-12', null, ${handed}, 'HK', 'rental', 0, 0, 0, 300),
      ('2026-10-12', '2026-10-12', ${shared}, '', 'screening', 1, 0, 5000, 0)`.execute(world.db)
  const of = async (licensor: string) => (await call(statement, { licensor, month: '2026-10' })).list as Figures[]
  type Figures = { programId: string; plays: number; cents: number; refundedCents: number }
  const [first, second] = [await of('Aberdeen'), await of('Bowen')]
  expect(first.toSorted((a, b) => b.plays - a.plays)).toMatchObject([
    { programId: handed, plays: 3, cents: 2_000, refundedCents: 2_300 },
    { programId: shared, plays: 0, cents: 5_000 },
  ])
  expect(second).toMatchObject([{ programId: handed, plays: 4, cents: 0, refundedCents: 0 }])
  const { rows } = await world.pool.query(
    `select (select sum(plays) from play_day where program_id = any($1))::int as plays,
      sum(cents)::int as cents, sum(refunded_cents)::int as back from title_day where program_id = any($1)`,
    [[handed, shared]],
  )
  const sum = (figure: 'plays' | 'cents' | 'refundedCents') =>
    [...first, ...second].reduce((total, row) => total + row[figure], 0)
  expect(rows).toEqual([{ plays: sum('plays'), cents: sum('cents'), back: sum('refundedCents') }])
})

test('quality is weighed by what was measured; streams by their hour; passes and orders by their day', async () => {
  await sql`
    insert into playback_report_day values
      ('2026-11-20', 'film', 'hls', 90, 90, 1000, 2000, 100, 9, 9, 9, 0, 0),
      ('2026-11-20', 'other', 'native', 10, 10, 3000, 4000, 100, 1, 1, 1, 0, 5)`.execute(world.db)
  await sql`insert into playback_error_day values ('2026-11-20', '4001', 4), ('2026-11-20', 'OTHER', 1)`.execute(
    world.db,
  )
  const period = { from: '2026-11-15', until: '2026-11-21' }
  const total = async (measure: string, more: object = {}) =>
    (await call(series, { measure, ...period, ...more })).total.value
  expect([await total('startTime'), await total('stalled'), await total('failedPlays')]).toEqual([1_200, 0.1, 0.05])
  expect(await total('startTime', { filter: { title: 'other' } })).toBe(3_000)
  const errors = await call(series, { measure: 'playerErrors', ...period, by: 'code' }, catalogue)
  expect(errors.lines.map(({ key, value }: { key: string; value: number }) => [key, value])).toEqual([
    ['4001', 4],
    ['OTHER', 1],
  ])

  const { accountId } = await world.care.aCustomer()
  const stream = (n: number, seenAt: Temporal.Instant) =>
    sql`
    insert into playback_stream (stream_id, account_id, session_id, program_id, program_guid, started_at, last_seen_at)
    values (${newId()}, ${accountId}, ${`s${n}`}, 'film', 'film', ${seenAt}, ${seenAt})`.execute(world.db)
  await stream(1, world.clock.now())
  await stream(2, world.clock.now())
  await stream(3, world.clock.now().subtract({ hours: 1 }))
  await Promise.all([world.reports.countNow(), world.reports.countNow()])
  expect(await total('concurrent')).toBe(2)

  await sql`insert into plan_day values ('2026-11-20', 'pass', 100, 5, 3, 2), ('2026-11-21', 'pass', 102, 4, 1, 2)`.execute(
    world.db,
  )
  expect([await total('subscribers'), await total('started'), await total('ended')]).toEqual([102, 9, 4])
  expect(await total('churn')).toBeCloseTo((4 * 30) / 202)
  expect(await call(series, { measure: 'subscribers', ...period }, catalogue)).toMatchObject({
    errorCode: 'NOT_ALLOWED',
  })
})

test('what was searched for in vain is listed by its frequency', async () => {
  await sql`insert into search_missed values ('2026-11-20', 'lamp', 'en_US', 2), ('2026-11-21', 'lamp', 'en_US', 3),
    ('2026-11-21', '', 'zh_HK', 9), ('2026-10-01', 'old', 'en_US', 50)`.execute(world.db)
  const { list } = await call(missed, { from: '2026-11-15', until: '2026-11-21' }, catalogue)
  expect(list).toEqual([
    { key: '', language: 'zh_HK', searches: 9, lastDay: '2026-11-21' },
    { key: 'lamp', language: 'en_US', searches: 5, lastDay: '2026-11-21' },
  ])
})

test('a month that is closed stays what it was when a payment of it is accepted later', async () => {
  const { orderId } = await world.orders.aTopUp({ paidCents: 4_000 })
  await world.reports.count()
  world.clock.set(Temporal.Instant.from('2026-12-04T04:00:00Z'))
  await world.reports.count()
  finance = await world.signIn(await world.anOperator('finance'))
  const closed = async () => {
    const { debitCents, liabilities } = await call(closing, { month: '2026-11' })
    return { debitCents, liabilities }
  }
  const [before, lines] = [await closed(), await csvOf(exportJournal, { month: '2026-11' })]
  expect(await world.orders.payments.acceptReview(orderId)).toMatchObject({ state: 'paid' })
  await world.reports.count()
  expect(await closed()).toEqual(before)
  expect(await csvOf(exportJournal, { month: '2026-11' })).toEqual(lines)
  const until = Temporal.Instant.from('2026-12-31T16:00:00Z')
  const { rows, owedCents } = await world.care.ledger.journal({ from: OCTOBER, until })
  const ofDecember = rows.filter(({ kind, day }) => kind === 'topup' && day.month === 12)
  const booked = ofDecember.map(({ day, account }) => `${day.toString()} ${account}`)
  expect(booked.toSorted()).toEqual(['2026-12-04 deferred_credits', '2026-12-04 payments_received'])
  expect((await call(closing, { month: '2026-12' })).liabilities[0]).toEqual({
    account: 'deferred_credits',
    cents: owedCents,
  })
})
