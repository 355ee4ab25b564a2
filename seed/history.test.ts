import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { COMMENT_LENGTH } from '#contract/comments.ts'
import { countGraphemes } from '#contract/visible-text.ts'
import { createContact } from '#server/domains/contact/index.ts'
import { createLedger } from '#server/domains/ledger/index.ts'
import { createPlays } from '#server/domains/plays/index.ts'
import { createReports } from '#server/domains/reports/index.ts'
import { goodsContent } from '#server/domains/sales/goods-import.service.ts'
import { createSales } from '#server/domains/sales/index.ts'
import { inTransaction, sql } from '#server/kit/db.ts'
import { aTitle } from '../test/support/catalogue.ts'
import { createTestComments } from '../test/support/comments.ts'
import { contentOf } from '../test/support/content.ts'
import { createTestUploads } from '../test/support/uploads.ts'
import { seedHistory } from './history.ts'
import { planQueues } from './history.queues.ts'
import { seedSales } from './sales.ts'
import { type HistoryTexts, type HistoryTitle, HISTORY_DAYS, HISTORY_MEMBERS_MAX, planHistory } from './history.plan.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))
const texts = read('history.json') as HistoryTexts
const titles = read('titles.json') as HistoryTitle[]
const now = Temporal.Instant.from('2026-11-21T04:00:00Z')

let world: Awaited<ReturnType<typeof createTestComments>>
beforeAll(async () => {
  world = await createTestComments()
})
afterAll(() => world.close())

test('the same number and day are the same history; another number is another', () => {
  const planned = (seed: number) => JSON.stringify(planHistory({ seed, now, titles, texts }))
  expect(planned(1)).toBe(planned(1))
  expect(planned(2)).not.toBe(planned(1))
})

test('a history lies before today, is of titles of the demo, and says what the form would take', () => {
  expect(texts.members.length).toBeLessThanOrEqual(HISTORY_MEMBERS_MAX)
  for (const text of Object.values(texts.comments).flat()) {
    expect(countGraphemes(text)).toBeGreaterThanOrEqual(COMMENT_LENGTH.min)
    expect(countGraphemes(text)).toBeLessThanOrEqual(COMMENT_LENGTH.max)
  }
  const history = planHistory({ seed: 3, now, titles, texts })
  expect(history.days).toHaveLength(HISTORY_DAYS)
  expect(history.days.at(-1)!.toString()).toBe('2026-11-20')
  const ids = new Set(titles.map(({ id }) => id))
  for (const { programId } of history.plays) expect(ids.has(programId)).toBe(true)
  const instants = history.members.flatMap((member) => [...member.charges, ...member.rentals, ...member.opinions])
  for (const { at } of instants) expect(Temporal.Instant.compare(at, now)).toBe(-1)
})

test('a demo gets one history, whose books balance and whose reports are its journal', async () => {
  const { db, clock, catalogue, accounts, comments } = world
  for (const { id, credits = 0 } of titles.slice(0, 14)) {
    await catalogue.createTitle(aTitle(id, credits ? { vodTypes: ['PAY PER RENT'], credits } : {}))
    await catalogue.publish(id)
  }
  const profiles = {
    list: async ({ accountId }: { accountId: string }) => {
      const profile = {
        profile_id: `of-${accountId}`,
        account_id: accountId,
        name: 'One',
        avatar_id: 'cat',
        kids: false,
      }
      await db
        .insertInto('profile')
        .values({ ...profile, created_at: clock.now() } as never)
        .execute()
      return [{ profileId: profile.profile_id }] as never
    },
  }
  const [plays, reports, ledger] = [
    createPlays({ db, clock }),
    createReports({ db, clock }),
    createLedger({ db, clock }),
  ]
  const masterKey = Buffer.alloc(32, 7)
  const messages = { send: vi.fn(async () => {}), post: vi.fn(async () => {}) }
  const { uploads } = createTestUploads({ db, clock, accounts })
  const contact = createContact({ db, clock, masterKey, accounts, uploads, messages })
  const sales = createSales({ db, clock, masterKey, messages, log: pino({ level: 'silent' }) })
  const content = contentOf({ db, clock, parts: [goodsContent] })
  await seedSales({ sales, content, clock, say: () => {} })
  const seed = { db, clock, accounts, profiles, comments, plays, reports, contact, sales }
  expect(await seedHistory(seed)).toBe(true)
  expect(await seedHistory(seed)).toBe(false)

  expect((await ledger.check())?.differences).toEqual([])
  const today = clock.now().toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate()
  const period = { from: today.subtract({ days: HISTORY_DAYS }), until: today }
  const total = async (measure: Parameters<typeof reports.series>[0]['measure']) =>
    (await reports.series({ measure, ...period, filter: {} })).total.value
  const from = period.from.toZonedDateTime('Asia/Hong_Kong').toInstant()
  const { rows } = await ledger.journal({ from, until: clock.now() })
  const revenue = rows
    .filter(({ account }) => ['subscription_revenue', 'rent_revenue', 'sale_revenue'].includes(account))
    .reduce((sum, row) => sum + row.creditCents - row.debitCents, 0)
  expect(revenue).toBeGreaterThan(0)
  expect(await total('revenue')).toBe(revenue)
  for (const measure of [
    'plays',
    'watchTime',
    'received',
    'started',
    'renewed',
    'ended',
    'missedSearches',
    'failedPayments',
  ] as const)
    expect([measure, (await total(measure)) > 0]).toEqual([measure, true])
  await expectQueues({ contact, sales })
  expect(messages.send).not.toHaveBeenCalled()
  const { rows: unbooked } = await sql<{ cents: number }>`
    select coalesce(sum(amount), 0)::int as cents from posting where ledger_account = 'payments_received'`.execute(db)
  expect(unbooked[0]!.cents).toBe(0)
  const opinions = await db.selectFrom('comment').selectAll().execute()
  expect(opinions.length).toBeGreaterThan(10)
  const sandbox = await db.selectFrom('payment_order').selectAll().where('sandbox', '=', false).execute()
  expect(sandbox).toEqual([])
})

test('the same number and day are the same queues, all of them before that day', () => {
  const planned = (seed: number) => planQueues({ seed, now, texts })
  expect(planned(1)).toEqual(planned(1))
  expect(JSON.stringify(planned(2))).not.toBe(JSON.stringify(planned(1)))
  const { cases, deliveries } = planned(3)
  for (const { at } of [...cases, ...deliveries]) expect(Temporal.Instant.compare(at, now)).toBe(-1)
  for (const { at, sentDays, deliveredDays } of deliveries)
    for (const days of [sentDays, deliveredDays])
      if (days !== undefined) expect(Temporal.Instant.compare(at.add({ hours: days * 24 }), now)).toBe(-1)
})

/** The queues of the console: read as their screens do. */
async function expectQueues({ contact, sales }: Queues) {
  const page = { sort: 'dueAt', limit: 50 } as const
  const open = await contact.operatorCases.page({ ...page, filter: { state: 'open' } })
  expect(open.list).toHaveLength(texts.cases.filter(({ answer }) => answer === undefined).length)
  for (const { openedBy, ownerId, sentAt } of open.list) {
    expect([openedBy, ownerId]).toEqual([null, null])
    expect(Temporal.Instant.compare(sentAt, world.clock.now())).toBe(-1)
  }
  const answered = await contact.operatorCases.page({ ...page, filter: { state: 'answered' } })
  const { caseNumber } = answered.list[0]!
  const opened = await inTransaction(world.db, (tx) => contact.operatorCases.open(tx, caseNumber))
  expect(texts.cases.map(({ answer }) => answer)).toContain(opened.answers[0]!.text)
  expect(opened.email).toMatch(/@demo\.invalid$/)
  for (const [state, count] of [
    ['paid', 4],
    ['sent', 2],
    ['delivered', 3],
  ] as const) {
    const { list } = await sales.operatorDeliveries.page({ filter: { state }, sort: 'paidAt', limit: 50 })
    expect([state, list.length]).toEqual([state, count])
    for (const { to, paidAt, lines } of list) {
      expect(to?.recipient).toBeTruthy()
      expect(lines).toHaveLength(1)
      expect(Temporal.Instant.compare(paidAt!, world.clock.now().subtract({ hours: 72 }))).toBe(-1)
    }
  }
}

type Queues = { contact: ReturnType<typeof createContact>; sales: ReturnType<typeof createSales> }
