import type { App } from '#server/app.ts'
import { SORTS } from '#contract/categories.ts'
import { GENRES } from '#contract/genres.ts'
import { RESTRICTIONS } from '#contract/restrictions.ts'
import { RUNNING_TIMES } from '#contract/running-times.ts'
import { VOD_TYPES } from '#contract/vod-types.ts'
import { sql } from '#server/kit/db.ts'
import { idleQueue } from '#server/kit/queue.ts'
import type { Call, CallOrder } from './support/call-client.ts'
import { makeMembers } from './support/members-with-history.ts'
import type { BenchMember } from './support/member.ts'
import { insertLargeCatalogue } from './support/large-catalogue.ts'
import { inChildProcess } from './support/child-process.ts'
import { withApiWorld } from './support/api-world.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * p50 and p99 of different calls of a catalogue of 50 000 titles over HTTP, one after another, each once, so that no response comes
 * from a cache: lists in every sort and with every filter, on their first page and on page 500; titles like another one; because you
 * watched and recommendations for members with a history; a title in full. Before it, the time that the worker takes to compute
 * what is similar.
 * BENCH_TITLES and BENCH_CALLS shorten the run.
 */
const TITLES = Number(process.env.BENCH_TITLES ?? 50_000)
const CALLS = Number(process.env.BENCH_CALLS ?? 200)
const UNMEASURED_CALLS = 20
const LISTS_P99_MS = 30
const RECOMMENDED_P99_MS = 20
const SIMILAR_MINUTES = 5
const COUNTRIES = ['HK', 'TW', 'JP', 'KR', 'GB', 'US', 'FR', 'MO', 'TH']
const LOCALES = ['yue', 'cmn', 'ja', 'ko', 'en', 'fr', 'th']

type Kind = { name: string; p99Ms: number; callAt: (n: number) => Call }

const at = <T>(list: readonly T[], n: number): T => list[n % list.length]!

/** Different for each number: row, region, sort and filters in every combination. */
function listQuery(n: number): string {
  const query = new URLSearchParams({ row: at(['top', 'new', 'free'], n), pageSize: '35' })
  if (n % 5 > 0) query.set('sort', at(SORTS, n))
  if (n % 2) query.set('genre', at(GENRES, n >> 1))
  if (n % 3 === 1) query.set('year', String(2026 - (n % 40)))
  if (n % 7 < 3) query.set('country', at(COUNTRIES, n))
  if (n % 11 < 3) query.set('language', at(LOCALES, n >> 2))
  if (n % 4 === 2) query.set('vodType', at(VOD_TYPES, n >> 3))
  if (n % 6 === 5) query.set('pattern', 'children')
  query.set('from', String(n))
  return `/api_v2/revamp/mixProgramList?${query}`
}

/** Page 500 exists in what is narrowed by one large filter at most. */
function deepQuery(n: number): string {
  const query = new URLSearchParams({ row: at(['top', 'new'], n), page: String(500 - (n >> 3)), pageSize: '35' })
  query.set('sort', at(SORTS, n >> 1))
  query.set('language', 'zh_HK')
  if (n % 2) query.set('vodType', 'VIP UNLIMITED WATCH')
  return `/api_v2/revamp/mixProgramList?${query}`
}

/** By running time, class or both: each narrows the whole catalogue. */
function filteredQuery(n: number): string {
  const query = new URLSearchParams({ row: at(['top', 'new'], n), pageSize: '35', sort: at(SORTS, n >> 1) })
  if (n % 3 !== 1) query.set('runningTime', at(RUNNING_TIMES, n >> 2))
  if (n % 3 !== 2) query.set('restriction', at(RESTRICTIONS, n >> 3))
  query.set('from', String(n))
  return `/api_v2/revamp/mixProgramList?${query}`
}

const kindsOf = (members: readonly BenchMember[]): Kind[] => [
  { name: 'list, page 1', p99Ms: LISTS_P99_MS, callAt: (n) => ({ path: listQuery(n) }) },
  { name: 'list by running time or class', p99Ms: LISTS_P99_MS, callAt: (n) => ({ path: filteredQuery(n) }) },
  { name: 'list, page 400 to 500', p99Ms: LISTS_P99_MS, callAt: (n) => ({ path: deepQuery(n) }) },
  {
    name: 'similar titles',
    p99Ms: RECOMMENDED_P99_MS,
    callAt: (n) => ({ path: `/api_v2/similarRcmd?programId=large-${n * 37}` }),
  },
  {
    name: 'because you watched',
    p99Ms: RECOMMENDED_P99_MS,
    callAt: (n) => ({ path: '/api_v2/revamp/mixProgramList?row=because', token: at(members, n).token }),
  },
  {
    name: 'for you, a row',
    p99Ms: RECOMMENDED_P99_MS,
    callAt: (n) => ({ path: '/api_v2/revamp/mixProgramList?row=foryou', token: at(members, n).token }),
  },
  {
    name: 'recommendations',
    p99Ms: RECOMMENDED_P99_MS,
    callAt: (n) => ({ path: '/api_v2/getRecommendation', token: at(members, n).token }),
  },
  {
    name: 'title in full',
    p99Ms: RECOMMENDED_P99_MS,
    callAt: (n) => ({ path: `/api_v2/revamp/detail?programId=large-${n * 41}` }),
  },
]

async function prepare(app: App): Promise<BenchMember[]> {
  const { db } = app.database
  let startMs = performance.now()
  await insertLargeCatalogue(db, { titles: TITLES, seed: 11 })
  console.log(`${TITLES} titles written in ${seconds(startMs)} s`)
  const members = await makeMembers(app, { titles: TITLES })
  startMs = performance.now()
  const worker = { queue: idleQueue, log: app.log }
  for (const { run } of app.domains.recommendations.domainModule.scheduledTasks ?? []) await run(worker)
  const minutes = (performance.now() - startMs) / 60_000
  // As autovacuum leaves a database that has been served from for a while; it would do so beside the calls.
  await sql`vacuum analyze`.execute(db)
  checkBudgets([{ name: 'similar titles computed, minutes', found: minutes, atMost: SIMILAR_MINUTES }])
  return members
}

const seconds = (sinceMs: number): string => ((performance.now() - sinceMs) / 1000).toFixed(1)

await withApiWorld({ prepare }, async (world, members) => {
  const origin = await world.ours()
  const rows: (string | number)[][] = []
  const budgets: Parameters<typeof checkBudgets>[0][number][] = []
  for (const { name, p99Ms, callAt } of kindsOf(members)) {
    const callsFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => callAt(first + n))
    const order: CallOrder = { origin, before: callsFrom(CALLS, UNMEASURED_CALLS), calls: callsFrom(0, CALLS) }
    const took = await inChildProcess<number[]>('call-client.ts', order)
    const p99 = took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1]!
    rows.push([name, median(took), p99, Math.max(...took), p99Ms])
    budgets.push({ name: `${name}, p99 ms`, found: p99, atMost: p99Ms })
  }
  printTable(['call', 'p50 ms', 'p99 ms', 'most ms', 'p99 at most'], rows)
  checkBudgets(budgets)
})
