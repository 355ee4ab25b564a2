import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClock } from '#server/kit/clock.ts'
import { openDb, sql } from '#server/kit/db.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import { createReports, monthOf } from './index.ts'

let testDb: TestDb
beforeAll(async () => {
  testDb = await createTestDb()
})
afterAll(() => testDb.close())

const clock = createTestClock()

test('statements, and what has no window in an open month, are counted however long that takes, and read at once', async () => {
  const day = Temporal.PlainDate.from('2026-10-30')
  clock.set(Temporal.Instant.from('2026-11-20T00:00:00Z'))
  const plays = (of: Temporal.PlainDate, access: string, seconds: number) =>
    sql`
    insert into play_day values (${of}::date, 'film', 'HK', ${access}, 'phone', 1, ${seconds})`.execute(testDb.db)
  for (const access of ['plan', 'rental']) await plays(day, access, 60)
  await plays(day.add({ days: 2 }), 'plan', 30)
  await sql`insert into report_progress values ('titles', '2026-11-20', ${clock.now()})`.execute(testDb.db)
  for (const table of ['statement_month', 'unlicensed_month'])
    await testDb.pool.query(`
      create function slow_${table}() returns trigger language plpgsql as $$ begin perform pg_sleep(1.5); return new; end $$;
      create trigger slow before insert on ${table} for each row execute function slow_${table}()`)
  const impatient = openDb({ url: testDb.url, max: 2, statementMs: 1_000, answerMs: 1_000 })
  const { months } = createReports({ db: impatient.db, clock })
  try {
    await months.keepDue()
    expect(await testDb.db.selectFrom('statement_closed').select('month').execute()).toEqual([
      { month: Temporal.PlainDate.from('2026-10-01') },
    ])
    const { rows } = await sql`select plays, seconds, plan_seconds from statement_month`.execute(testDb.db)
    expect(rows).toEqual([{ plays: 2, seconds: 120, plan_seconds: 60 }])
    // What is counted later is read after the next count.
    await plays(day.add({ days: 3 }), 'plan', 30)
    const open = async () => (await months.closing(monthOf('2026-11')!)).unlicensed
    expect(await open()).toEqual({ titles: 1, plays: 1, cents: 0, refundedCents: 0 })
    await months.keepDue()
    expect(await open()).toMatchObject({ plays: 2 })
  } finally {
    await impatient.close()
  }
})
