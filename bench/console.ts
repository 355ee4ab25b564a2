import type { TitlesFilter, TitlesSort } from '#contract/admin/titles.ts'
import { sql } from '#server/kit/db.ts'
import { insertLargeCatalogue } from './support/large-catalogue.ts'
import { withLedgerWorld } from './support/ledger-world.ts'
import { checkBudgets, median, percentile99, printTable, timesOf } from './support/table.ts'

/**
 * p50 and p99 of the operators' list of 50 000 titles, by filter: the first page of 100 with its capped count, and a later page.
 * BENCH_TITLES and BENCH_CALLS shorten the run.
 */
const TITLES = Number(process.env.BENCH_TITLES ?? 50_000)
const CALLS = Number(process.env.BENCH_CALLS ?? 60)
const P99_MS = 200
const PAGE = 100
const NEXT_YEAR = '2027-12-31T16:00:00.000Z'

const LISTS: readonly { name: string; filter: TitlesFilter; sort: TitlesSort }[] = [
  { name: 'no filter', filter: {}, sort: '-updated' },
  { name: 'by title', filter: {}, sort: 'title' },
  { name: 'by end of a window', filter: {}, sort: 'ends' },
  { name: 'by popularity', filter: {}, sort: '-popularity' },
  { name: 'text that many have', filter: { text: 'a' }, sort: '-updated' },
  { name: 'text that none has', filter: { text: 'zzzz qqqq' }, sort: '-updated' },
  { name: 'live', filter: { state: 'live' }, sort: '-updated' },
  { name: 'expired', filter: { state: 'expired' }, sort: '-updated' },
  { name: 'draft', filter: { state: 'draft' }, sort: '-updated' },
  { name: 'class', filter: { classify: 'drama' }, sort: 'title' },
  { name: 'way to watch', filter: { vodType: 'PAY PER RENT' }, sort: '-updated' },
  { name: 'genre and year', filter: { genre: 'horror', year: 1_999 }, sort: '-published' },
  { name: 'region', filter: { region: 'MO' }, sort: '-updated' },
  { name: 'a window ends', filter: { endsBefore: NEXT_YEAR }, sort: 'ends' },
  { name: 'lacks a poster', filter: { lacks: ['poster'] }, sort: '-updated' },
  { name: 'lacks English, live', filter: { lacks: ['english'], state: 'live' }, sort: 'title' },
]

await withLedgerWorld(async ({ app }) => {
  const { titles } = app.domains
  const startMs = performance.now()
  await insertLargeCatalogue(app.database.db, { titles: TITLES, seed: 11 })
  console.log(`${TITLES} titles written in ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
  // As autovacuum leaves a database that has been served from for a while.
  await sql`vacuum analyze`.execute(app.database.db)
  const rows: (string | number)[][] = []
  const budgets: Parameters<typeof checkBudgets>[0][number][] = []
  for (const { name, ...query } of LISTS) {
    const list = (after?: string) => titles.list({ ...query, language: 'en_US', limit: PAGE, after })
    const took = { first: await timesOf(() => list(), CALLS), later: [] as number[] }
    const { next, total } = await list()
    if (next !== null) took.later = await timesOf(() => list(next), CALLS)
    const p99 = Math.max(...[took.first, took.later].filter(({ length }) => length > 0).map(percentile99))
    rows.push([
      name,
      total ?? 0,
      median(took.first),
      percentile99(took.first),
      took.later.length ? median(took.later) : '–',
    ])
    budgets.push({ name: `${name}, p99 ms`, found: p99, atMost: P99_MS })
  }
  printTable(['list', 'found', 'p50 ms', 'p99 ms', 'next page, p50 ms'], rows)
  checkBudgets(budgets)
})
