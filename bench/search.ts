import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createCluster } from '#server/adapters/postgres/cluster.ts'
import { type App, createApp } from '#server/app.ts'
import { MIGRATIONS } from '#server/migrations.ts'
import { GENRE_NAMES } from '#server/genre-names.ts'
import { readConfig } from '#server/config.ts'
import { createSearch, type Search } from '#server/domains/search/index.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb, sql } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { migrate } from '#server/kit/migrate.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { visitor } from '../test/support/viewers.ts'
import { demoTitles } from '../test/support/demo-titles.ts'
import { runCases, sharesOf } from '../test/support/search-corpus.ts'
import { seededRandom } from '../test/support/seeded-random.ts'
import { insertLargeCatalogue } from './support/large-catalogue.ts'
import { shortPrefixes, spokenLine, spokenWords, typedTexts } from './support/search-load.ts'
import { checkBudgets, printTable } from './support/table.ts'

/**
 * Search over the demo catalogue and 50 000 generated titles: the cases of the corpus, suggestions at 50 requests a second and in a
 * closed loop of 8 clients, search inside 1 000 films of 1 200 lines, and results of what is short and frequent. Each in the process of the server, without HTTP.
 * BENCH_TITLES, BENCH_FILMS, BENCH_SECONDS shorten the run.
 */
const TITLES = Number(process.env.BENCH_TITLES ?? 50_000)
const FILMS = Number(process.env.BENCH_FILMS ?? 1_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30)
const LINES = 1_200
const RATE = 50
const CLIENTS = 8
const SCENE_SEARCHES = 500
const SHORT_SEARCHES = 300
/** The first requests prepare statements on every connection. */
const UNMEASURED = 300

const random = seededRandom(11)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Infinity

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

type Measured = { name: string; latencies: number[]; p99Ms: number }

/** What a load leaves in memory, and how long it takes. */
async function heldBy(load: () => Promise<unknown>): Promise<{ megabytes: number; seconds: number }> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1e6
  }
  const before = held()
  const ms = await timed(load)
  return { megabytes: held() - before, seconds: ms / 1000 }
}

async function withApp(work: (app: App) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'harbour-bench-'))
  const cluster = createCluster({ dataDir, log: () => undefined, durable: false })
  try {
    const { url: databaseUrl } = await cluster.start()
    const database = openDb({ url: databaseUrl, max: 1 })
    await migrate(database.pool, { folder: MIGRATIONS, clock: systemClock })
    await database.close()
    const log = createLog({ level: 'silent', role: 'bench' })
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0' })
    const masterKey = Buffer.alloc(32, 1)
    const app = await createApp({ config, databaseUrl, masterKey, log, clock: systemClock, queue: idleQueue })
    try {
      await work(app)
    } finally {
      await app.close()
    }
  } finally {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Fills the catalogue and the index. */
async function prepare({ database: { db }, domains: { catalogue } }: App, search: Search): Promise<void> {
  const catalogueMs = await timed(() => insertLargeCatalogue(db, { titles: TITLES, seed: 1 }))
  const demo = await demoTitles(systemClock.now())
  await db.transaction().execute((tx) => catalogue.addMissing(tx, demo))
  await sql`update title_asset set subtitle_languages = '{}'`.execute(db)
  await sql`update title_asset set subtitle_languages = array['zh-Hant'] where role = 'film' and asset_id in (
    select asset_id from title_asset where role = 'film' order by asset_id limit ${FILMS})`.execute(db)
  const indexMs = await timed(() => search.index.refreshOutdated())
  const listsMs = await timed(() => search.index.makeAllLists())
  const scenesMs = await timed(() => search.scenes.refresh())
  await sql`vacuum analyze`.execute(db)
  printTable(
    ['preparing', 'seconds'],
    [
      [`${TITLES} titles`, catalogueMs / 1000],
      ['their index', indexMs / 1000],
      ['lists of short prefixes', listsMs / 1000],
      [`${FILMS} films of ${LINES} lines`, scenesMs / 1000],
    ],
  )
}

/** Requests at a constant rate, whether or not the ones before are answered. */
async function atRate(request: () => Promise<unknown>): Promise<number[]> {
  const pending: Promise<number>[] = []
  for (let n = 0; n < RATE * SECONDS; n++) {
    pending.push(timed(request))
    await new Promise((resolve) => setTimeout(resolve, 1000 / RATE))
  }
  return Promise.all(pending)
}

/** Clients that each request again as soon as they are answered. */
async function closedLoop(request: () => Promise<unknown>): Promise<number> {
  const endMs = performance.now() + SECONDS * 1000
  let count = 0
  const client = async () => {
    while (performance.now() < endMs) {
      await request()
      count++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return count / SECONDS
}

/** Requests one after the other, after some that are not measured. */
async function oneByOne(request: () => Promise<unknown>, count: number): Promise<number[]> {
  for (let n = 0; n < UNMEASURED / 10; n++) await request()
  const latencies: number[] = []
  for (let n = 0; n < count; n++) latencies.push(await timed(request))
  return latencies
}

await withApp(async (app) => {
  const { db } = app.database
  const search = createSearch({
    db: app.database.db,
    fixedPlanDb: app.database.fixedPlanDb,
    reads: app.database.reads,
    clock: systemClock,
    catalogue: app.domains.catalogue,
    subtitles: {
      readLines: async () => Array.from({ length: LINES }, (_, n) => ({ at: n * 5, line: spokenLine(random) })),
    },
    genreNames: GENRE_NAMES,
  })
  await prepare(app, search)

  const memory = await heldBy(() => search.load())
  const cases = await runCases(search)
  for (const { searchCase, place, forbidden } of cases)
    if ((place !== undefined && place !== 1) || forbidden.length > 0)
      console.log(`not first: ${searchCase.kind} ${searchCase.typed} place ${place} forbidden ${forbidden.join(' ')}`)
  const shares = sharesOf(cases)

  const texts = await typedTexts(db, random)
  const suggest = () => search.suggest(visitor(), pick(texts))
  for (let n = 0; n < UNMEASURED; n++) await suggest()
  const latencies = await atRate(suggest)
  const cpu = process.cpuUsage()
  const perSecond = await closedLoop(suggest)
  const { user, system } = process.cpuUsage(cpu)
  const cpuMs = (user + system) / 1000 / (perSecond * SECONDS)

  const inFilms = (viewer: Viewer) => () => search.scenesOf(viewer, spokenWords(random))
  const short = await shortPrefixes(db)
  const result = (viewer: Viewer) => () =>
    search.search(viewer, { keyword: pick(short), page: 1, pageSize: 20 }, '203.0.113.5')
  const kids = visitor({ kids: true })
  const measured: Measured[] = [
    { name: `suggest at ${RATE} a second`, latencies, p99Ms: 10 },
    { name: 'scenes', latencies: await oneByOne(inFilms(visitor()), SCENE_SEARCHES), p99Ms: 30 },
    { name: 'scenes for kids', latencies: await oneByOne(inFilms(kids), SCENE_SEARCHES), p99Ms: 30 },
    {
      name: 'scenes in Macau',
      latencies: await oneByOne(inFilms(visitor({ region: 'MO' })), SCENE_SEARCHES),
      p99Ms: 30,
    },
    {
      name: 'results of letters and frequent characters',
      latencies: await oneByOne(result(visitor()), SHORT_SEARCHES),
      p99Ms: 50,
    },
    { name: 'the same for kids', latencies: await oneByOne(result(kids), SHORT_SEARCHES), p99Ms: 50 },
  ]
  printTable(
    ['search', 'p50 ms', 'p99 ms', 'p99 at most'],
    measured.map(({ name, latencies: found, p99Ms }) => [name, percentile(found, 0.5), percentile(found, 0.99), p99Ms]),
  )
  printTable(
    ['in memory', ''],
    [
      ['CPU of a suggestion, ms', cpuMs],
      ['titles and people, MB', memory.megabytes],
      ['loaded in s', memory.seconds],
    ],
  )
  checkBudgets([
    { name: `first of ${cases.length} cases, share`, found: shares.first, atLeast: 0.95 },
    { name: 'among the first three, share', found: shares.firstThree, atLeast: 0.98 },
    { name: 'without what must not come, share', found: shares.clean, atLeast: 1 },
    { name: `suggest, ${CLIENTS} clients, a second`, found: perSecond, atLeast: 2_000 },
    ...measured.map(({ name, latencies: found, p99Ms }) => ({
      name: `${name}, p99 ms`,
      found: percentile(found, 0.99),
      atMost: p99Ms,
    })),
  ])
})
