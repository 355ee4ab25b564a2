import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClock } from '#server/kit/clock.ts'
import { inTransaction, openDb, sql } from '#server/kit/db.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import { createReports, monthOf } from './index.ts'
import { countUnlicensed } from './statements.query.ts'

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
    // A count that began before its month was kept, and one beside another process.
    const count = (month: string) => {
      const from = Temporal.PlainDate.from(`${month}-01`)
      const until = from.with({ day: from.daysInMonth })
      return inTransaction(testDb.db, (tx) => countUnlicensed(tx, { from, until }, clock.now()))
    }
    await count('2026-10')
    await plays(day.add({ days: 4 }), 'plan', 30)
    const other = await testDb.pool.connect()
    await other.query("begin; select pg_advisory_xact_lock(hashtextextended('statements of 2026-11-01', 0))")
    await count('2026-11')
    await other.query('rollback')
    other.release()
    const kept = await testDb.db.selectFrom('unlicensed_month').select(['month', 'plays']).execute()
    expect(kept).toEqual([{ month: Temporal.PlainDate.from('2026-11-01'), plays: 2 }])
  } finally {
    await impatient.close()
  }
})
