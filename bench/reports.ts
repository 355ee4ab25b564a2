import type { Measure } from '#contract/admin/reports.ts'
import { toCsv } from '#server/kit/csv.ts'
import { inSnapshot, sql } from '#server/kit/db.ts'
import { withLedgerWorld } from './support/ledger-world.ts'
import { checkBudgets, median, percentile99, printTable, timesOf } from './support/table.ts'

/**
 * p50 and p99 of the reports on 400 days of 50 000 titles, and the memory of a file of 1 000 000 rows. BENCH_TITLES, BENCH_DAYS and
 * BENCH_CALLS shorten the run. Each title has its running total every day; each day a fifth of them is played.
 */
const TITLES = Number(process.env.BENCH_TITLES ?? 50_000)
const DAYS = Number(process.env.BENCH_DAYS ?? 400)
const CALLS = Number(process.env.BENCH_CALLS ?? 40)
const P99_MS = 150
const ROWS = 1_000_000
const MEMORY_MB = 50
const ROWS_A_DAY = Math.ceil(TITLES / 5)

await withLedgerWorld(async ({ app }) => {
  const { reports } = app.domains
  const { db } = app.database
  const today = app.clock.now().toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate()
  const startMs = performance.now()
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    await sql`insert into play_number (program_id) select 'title-' || t from generate_series(1, ${TITLES}::int) t order by t`.execute(
      tx,
    )
    await sql`
      insert into play_running
      select ${today}::date - d, dimension, key, array_agg((${DAYS}::int - d) * (t % 97 + 1) order by t), array_agg((${DAYS}::int - d) * (t % 97 + 1) * 900 order by t)
      from generate_series(${DAYS}::int, 0, -1) d, generate_series(1, ${TITLES}::int) t, (values ('all', ''), ('region', 'HK')) g(dimension, key)
      group by d, dimension, key`.execute(tx)
    await sql`
      insert into play_day select ${today}::date - d, 'title-' || ((t * 7919 + d * 104729) % ${TITLES}::int + 1), 'HK', 'plan', 'phone', t % 97 + 1, 900
      from generate_series(${DAYS - 1}::int, 0, -1) d, generate_series(1, ${ROWS_A_DAY}::int) t on conflict do nothing`.execute(
      tx,
    )
    await sql`insert into play_total_day select day, region, access, device, sum(plays), sum(seconds) from play_day group by 1, 2, 3, 4`.execute(
      tx,
    )
    await sql`
      insert into journal_day select ${today}::date - d, 'kind ' || k, (array['rent_revenue', 'subscription_revenue', 'provider:payme'])[k % 3 + 1], 0, 100
      from generate_series(0, ${DAYS - 1}::int) d, generate_series(1, 40) k`.execute(tx)
  })
  await sql`vacuum analyze`.execute(db)
  console.log(`written in ${((performance.now() - startMs) / 1000).toFixed(0)} s`)

  const last = (days: number) => ({ from: today.subtract({ days: days - 1 }), until: today })
  const series =
    (measure: Measure, days: number, more: object = {}) =>
    () =>
      reports.series({ measure, ...last(days), filter: {}, ...more })
  const top =
    (days: number, filter: object = {}) =>
    () =>
      reports.top({ measure: 'plays', ...last(days), filter, limit: 20, compare: 'before' })
  const calls: readonly (readonly [string, () => Promise<unknown>, number?])[] = [
    ['plays of 400 days by region', series('plays', DAYS, { by: 'region' })],
    ['a title, 400 days', series('watchTime', DAYS, { filter: { title: 'title-77' } })],
    ['revenue of 400 days by kind', series('revenue', DAYS, { by: 'kind' })],
    ['top titles of 400 days', top(DAYS)],
    ['top titles of 28 days, compared', top(28)],
    ['top titles of 7 days in a region', top(7, { region: 'HK' })],
    ['top titles of 400 days in a region', top(DAYS, { region: 'HK' })],
  ]
  const rows: (string | number)[][] = []
  const budgets: Parameters<typeof checkBudgets>[0][number][] = []
  for (const [name, call] of calls) {
    const took = await timesOf(call, CALLS)
    rows.push([name, median(took), percentile99(took)])
    budgets.push({ name: `${name}, p99 ms`, found: percentile99(took), atMost: P99_MS })
  }
  printTable(['report', 'p50 ms', 'p99 ms'], rows)
  const file = await memoryOfFile(app)
  console.log(`a file of ${file.rows} rows: ${file.megabytes.toFixed(0)} MB`)
  checkBudgets([...budgets, { name: 'memory of a file, MB', found: file.megabytes, atMost: MEMORY_MB }])

  async function memoryOfFile({ database }: typeof app) {
    globalThis.gc?.()
    const before = process.memoryUsage()
    let [count, most, bytes] = [0, 0, 0]
    await inSnapshot(database.db, async (tx) => {
      const parts = reports.exportPlays(tx, { measure: 'plays', ...last(DAYS), filter: {} })
      for await (const part of parts) {
        bytes += toCsv(part.map(({ programId, plays, seconds }) => [programId, plays, seconds])).length
        count += part.length
        const { heapUsed, external } = process.memoryUsage()
        most = Math.max(most, heapUsed + external - before.heapUsed - before.external)
        if (count >= ROWS) break
      }
    })
    return { rows: count, bytes, megabytes: most / 1_048_576 }
  }
})
