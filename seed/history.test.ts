import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMENT_LENGTH } from '#contract/comments.ts'
import { countGraphemes } from '#contract/visible-text.ts'
import { createLedger } from '#server/domains/ledger/index.ts'
import { createPlays } from '#server/domains/plays/index.ts'
import { createReports } from '#server/domains/reports/index.ts'
import { sql } from '#server/kit/db.ts'
import { aTitle } from '../test/support/catalogue.ts'
import { createTestComments } from '../test/support/comments.ts'
import { seedHistory } from './history.ts'
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
  const seed = { db, clock, accounts, profiles, comments, plays, reports }
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
    .filter(({ account }) => account === 'subscription_revenue' || account === 'rent_revenue')
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
  const { rows: unbooked } = await sql<{ cents: number }>`
    select coalesce(sum(amount), 0)::int as cents from posting where ledger_account = 'payments_received'`.execute(db)
  expect(unbooked[0]!.cents).toBe(0)
  const opinions = await db.selectFrom('comment').selectAll().execute()
  expect(opinions.length).toBeGreaterThan(10)
  const sandbox = await db.selectFrom('payment_order').selectAll().where('sandbox', '=', false).execute()
  expect(sandbox).toEqual([])
})
