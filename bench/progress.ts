import { Client } from 'pg'
import type { App } from '#server/app.ts'
import { grantKey, signGrant } from '#server/domains/playback/grants.rules.ts'
import { tokenHash } from '#server/kit/secrets.ts'
import { anAsset } from '../test/support/catalogue.ts'
import { withApiWorld } from './support/api-world.ts'
import type { BenchPlayer, BookmarkLoad, BookmarkOrder } from './support/bookmark-load.ts'
import { inChildProcess } from './support/child-process.ts'
import { hasProcesses, postgresCpu, webCpu } from './support/process-cpu.ts'
import { CANNOT_RUN } from './support/needs.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * What a report of watch progress costs at 2 000 a second, each of another viewer: CPU of the web process and of PostgreSQL, and WAL.
 * Alternately by the calls of earlier players (bookmark, keep) and by the one under the grant. A viewer's 30 seconds were three bookmarks
 * and one keep; they are one report now. BENCH_ROUNDS and BENCH_SECONDS shorten the run.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
/** The calls of earlier players at a rate that a small machine bears. */
const PER_SECOND = { bookmark: 500, keep: 500, progress: 2_000 } as const
/** As many as report once in the seconds of a round. */
const VIEWERS = PER_SECOND.progress * SECONDS
const CLIENT_SHARE = 0.9
const MASTER_KEY = Buffer.alloc(32, 1)
const FILM = { programId: 'tram', programGuid: 'tram' }

const tokenOf = (n: number): string => `bench-${n}`

/** Viewers in sessions of their own, each with a stream and a bookmark of one title. */
async function prepareViewers({ database: { db, pool }, domains: { catalogue }, databaseUrl }: App): Promise<string> {
  const film = anAsset('tram', { durationMs: 600_000 })
  await db.transaction().execute((tx) => catalogue.titleWriter.attachAsset(tx, film))
  await pool.query(
    `insert into account (account_id, number, name, email, birthday, gender, language, partner, password_hash,
       parental_hash, terms_agreed_at, privacy_agreed_at, created_at)
     select 'v' || n, '+853' || (60000000 + n), 'viewer', 'viewer@example.invalid', '1990-01-01', 'female', 'zh_HK',
       'anyplex', '', '', now(), now(), now() from generate_series(0, $1::int - 1) n`,
    [VIEWERS],
  )
  await pool.query(
    `insert into profile (profile_id, account_id, name, avatar_id, kids, genres, is_first, created_at)
     select 'v' || n, 'v' || n, 'viewer', 'junk', false, '{}', true, now() from generate_series(0, $1::int - 1) n`,
    [VIEWERS],
  )
  await pool.query(
    `insert into session (session_id, account_id, token_hash, profile_id, created_at, last_used_at)
     select 'v' || n, 'v' || n, token, 'v' || n, now(), now() from unnest($1::bytea[]) with ordinality t(token, m),
       lateral (select m - 1 as n) x`,
    [Array.from({ length: VIEWERS }, (_, n) => tokenHash(tokenOf(n)))],
  )
  await pool.query(
    `insert into playback_stream (stream_id, account_id, session_id, profile_id, program_id, program_guid, started_at, last_seen_at)
     select 'v' || n, 'v' || n, 'v' || n, 'v' || n, 'tram', 'tram', now(), now() from generate_series(0, $1::int - 1) n`,
    [VIEWERS],
  )
  await pool.query(
    `insert into bookmark (profile_id, program_id, program_guid, season, episode, position, duration, finished, at)
     select 'v' || n, 'tram', 'tram', 0, 0, 1, 600, false, now() - interval '30 seconds' from generate_series(0, $1::int - 1) n`,
    [VIEWERS],
  )
  await pool.query('vacuum analyze')
  return databaseUrl
}

const grantOf = (n: number): string =>
  signGrant(grantKey(MASTER_KEY), {
    ...FILM,
    assetId: 'asset-tram',
    kind: 'movie',
    kids: false,
    unlocked: false,
    parentalVersion: 1,
    accountId: `v${n}`,
    sessionId: `v${n}`,
    profileId: `v${n}`,
    streamSlotRequiredFrom: 0,
    seat: null,
    expiresAt: Math.floor(Date.now() / 1000) + 6 * 3600,
  })

const players = (origin: string, kind: Kind): BenchPlayer[] =>
  Array.from({ length: VIEWERS }, (_, n) => {
    const token = tokenOf(n)
    if (kind === 'progress') return { url: `${origin}/v/${grantOf(n)}/progress`, token, body: { event: 'playing' } }
    const path = kind === 'bookmark' ? '/profile/bookmark/create' : '/stream/keep'
    return { url: `${origin}/api_v2${path}`, token, body: FILM }
  })

const KINDS = ['bookmark', 'keep', 'progress'] as const
type Kind = (typeof KINDS)[number]
type Cost = { webMs: number; databaseMs: number; walBytes: number } & BookmarkLoad

if (!hasProcesses()) {
  console.log('CPU time of processes is read from /proc, which this system lacks.')
  process.exit(CANNOT_RUN)
}

await withApiWorld({ durable: true, prepare: prepareViewers }, async (world, databaseUrl) => {
  const origin = await world.ours()
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const read = async () => {
    const wal = await client.query<{ bytes: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
    )
    return { webMs: await webCpu(), databaseMs: await postgresCpu(rows[0]!.pid), walBytes: Number(wal.rows[0]!.bytes) }
  }
  const order = (kind: Kind): BookmarkOrder => ({
    players: players(origin, kind),
    perSecond: PER_SECOND[kind],
    seconds: SECONDS,
  })

  const measure = async (kind: Kind): Promise<Cost> => {
    await client.query(`update playback_stream set last_seen_at = now() - interval '30 seconds'`)
    await client.query('vacuum playback_stream, bookmark')
    // The first change of a page after a checkpoint logs the whole page: not what a report costs.
    const before = await read()
    const load = await inChildProcess<BookmarkLoad>('bookmark-load.ts', order(kind))
    const after = await read()
    const each = (what: 'webMs' | 'databaseMs' | 'walBytes') =>
      (after[what] - before[what]) / (PER_SECOND[kind] * SECONDS)
    return { ...load, webMs: each('webMs'), databaseMs: each('databaseMs'), walBytes: each('walBytes') }
  }

  const found: Record<Kind, Cost[]> = { bookmark: [], keep: [], progress: [] }
  for (const kind of KINDS) await measure(kind)
  for (let round = 0; round < ROUNDS; round++) for (const kind of KINDS) found[kind].push(await measure(kind))
  await client.end()

  const of = (kind: Kind, what: keyof Cost) => median(found[kind].map((one) => one[what]))
  const figures = ['webMs', 'databaseMs', 'walBytes'] as const
  const before = (what: keyof Cost) => 3 * of('bookmark', what) + of('keep', what)
  printTable(
    ['a report', 'req/s', 'p99 ms', 'web ms', 'PostgreSQL ms', 'WAL bytes'],
    [
      ...KINDS.map((kind) => [
        kind,
        of(kind, 'perSecond'),
        of(kind, 'p99Ms'),
        ...figures.map((what) => of(kind, what)),
      ]),
      ['30 s of a viewer, before', '', '', ...figures.map(before)],
      ['of that, now', '', '', ...figures.map((what) => of('progress', what) / before(what))],
    ],
  )
  const failures = found.progress.reduce((sum, one) => sum + one.failures, 0)
  checkBudgets([
    { name: 'reports a second', found: of('progress', 'perSecond'), atLeast: PER_SECOND.progress * CLIENT_SHARE },
    { name: 'ms of the web process', found: of('progress', 'webMs'), atMost: 1 },
    { name: 'ms of PostgreSQL', found: of('progress', 'databaseMs'), atMost: 0.05 },
    { name: 'bytes of WAL', found: of('progress', 'walBytes'), atMost: 600 },
    { name: 'reports that failed', found: failures, atMost: 0 },
  ])
})
