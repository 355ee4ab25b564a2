import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { currentClusterDir } from '#server/adapters/postgres/cluster-folder.ts'
import { type Cluster, createCluster, findRunning } from '#server/adapters/postgres/cluster.ts'
import { livePostmaster } from '#server/adapters/postgres/cluster-launch.ts'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import { type BackupStore, openBackups } from '#server/commands/backup-store.ts'
import { removeOld, takeBase } from '#server/commands/base-backups.ts'
import { restoreTo, type Target } from '#server/commands/restore-to.ts'
import { MIGRATIONS } from '#server/migrations.ts'
import { type Config, readConfig } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { migrate } from '#server/kit/migrate.ts'
import { until } from './support/processes.ts'

let base: string
let store: string
let source: string
let backups: BackupStore
/** Between the writing of known rows. */
let instants: Record<'before' | 'one' | 'two', Temporal.Instant>
const clusters: Cluster[] = []

const configOf = (dataDir: string): Config =>
  readConfig({
    HARBOUR_TEST: '1',
    DATA_DIR: dataDir,
    BACKUP_STORE: store,
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })

async function start(dataDir: string): Promise<Cluster> {
  const cluster = createCluster({ dataDir, log: () => undefined, archive: backups.logArchive })
  await cluster.start()
  clusters.push(cluster)
  return cluster
}

async function query<T extends object>(dataDir: string, text: string): Promise<T[]> {
  const database = openDb({ url: (await findRunning(dataDir, 'superuser'))!, max: 1 })
  try {
    return (await database.pool.query<T>(text)).rows
  } finally {
    await database.close()
  }
}

/** Writes a row, and waits until BACKUP_STORE has it and a later one. @returns an instant between them */
async function write(n: number): Promise<Temporal.Instant> {
  await query(source, `insert into known values (${n})`)
  const now = Temporal.Now.instant()
  await query(source, 'insert into known values (0)')
  const [last] = await query<{ name: string }>(source, 'select pg_walfile_name(pg_switch_wal()) as name')
  const { line } = (await backups.bases())[0]!
  await until(async () => (await backups.logs(line)).includes(last!.name), { what: 'the log in BACKUP_STORE' })
  return now
}

const restore = (name: string, target: Target) => restoreTo(configOf(join(base, name)), target)
const refusal = (name: string, target: Target) =>
  restore(name, target).then(
    () => 'restored',
    (error: Error) => error.message,
  )

/** The known rows of a restored folder. */
async function rowsOf(name: string): Promise<number[]> {
  const cluster = createCluster({ dataDir: join(base, name), log: () => undefined })
  await cluster.start()
  const rows = await query<{ n: number }>(join(base, name), 'select n from known where n > 0 order by n')
  await cluster.stop()
  return rows.map(({ n }) => n)
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'harbour-restore-'))
  await chmod(base, 0o711)
  source = join(base, 'source')
  store = join(base, 'store')
  backups = (await openBackups(configOf(source)))!
  await start(source)
  const { pool, close } = openDb({ url: (await findRunning(source))!, max: 1 })
  await migrate(pool, { folder: MIGRATIONS, clock: systemClock }).finally(close)
  await takeBase(configOf(source), backups)
  await query(source, 'create table known (n int)')
  const before = Temporal.Now.instant()
  instants = { before, one: await write(1), two: await write(2) }
}, 300_000)
beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue()
})
afterAll(async () => {
  for (const cluster of clusters) await cluster.stop()
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
})

test('what is written is kept within a minute', async () => {
  const [found] = await query<{ seconds: number }>(
    source,
    `select setting::int as seconds from pg_settings where name = 'archive_timeout'`,
  )
  expect(found!.seconds).toBeLessThan(60)
})

test('a copy that fails leaves nothing, and is not begun while media cannot be copied', async () => {
  const media = createFileStore(join(source, 'media'))
  await media.put('a/one', { bytes: Buffer.from('one') }, { contentType: 'video/mp4' })
  const [{ line } = { line: '' }] = await backups.bases()
  const files = () => Array.fromAsync(backups.store.list(`${line}/base/`))
  const before = await files()
  const put = vi.fn(backups.put)
  const failing = (prefix: string): BackupStore => ({
    ...backups,
    put,
    store: {
      ...backups.store,
      put: (key, body, options) =>
        key.startsWith(prefix) ? Promise.reject(new Error('no room')) : backups.store.put(key, body, options),
    },
  })
  await expect(takeBase(configOf(source), failing('media/'))).rejects.toThrow('no room')
  expect(put).not.toHaveBeenCalled()
  await expect(takeBase(configOf(source), failing('bases/'))).rejects.toThrow('no room')
  expect(put).toHaveBeenCalled()
  expect(await files()).toEqual(before)
  await media.remove('a/one')
}, 300_000)

test('after a kill of PostgreSQL each instant is restored with the rows of then', async () => {
  const clusterDir = await currentClusterDir(source)
  const killed = (await livePostmaster(clusterDir))!.pid
  process.kill(killed, 'SIGKILL')
  await until(async () => !(await livePostmaster(clusterDir)), { what: 'the end of PostgreSQL' })
  for (const [name, rows] of [
    ['before', []],
    ['one', [1]],
    ['two', [1, 2]],
  ] as const) {
    expect(await restore(name, instants[name])).toBe(0)
    expect(await rowsOf(name)).toEqual(rows)
  }
}, 300_000)

test('an instant that cannot be restored is refused in words, and leaves the folder usable', async () => {
  const at = (text: string) => refusal('wrong', Temporal.Instant.from(text))
  const [{ endedAt } = { endedAt: '' }] = await backups.bases()
  expect(await at('2001-01-01T00:00:00Z')).toBe(
    `2001-01-01T00:00:00Z is too early: the oldest copy in BACKUP_STORE was complete at ${endedAt}.`,
  )
  expect(await at('2999-01-01T00:00:00Z')).toBe('2999-01-01T00:00:00Z is in the future.')
  expect(await at(Temporal.Now.instant().toString())).toMatch(
    /^The log in BACKUP_STORE ends with the transaction of \d{4}-\d\d-\d\dT[\d:.]+Z; nothing is known of \S+\. Choose an earlier instant, or restore all of it: npm run restore -- --to latest$/,
  )
  expect(await restore('wrong', instants.two)).toBe(0)
  expect(await refusal('wrong', instants.two)).toMatch(/ has a database\. Set DATA_DIR to a new folder\.$/)
}, 300_000)

test('what a restored database writes is apart from what it came from', async () => {
  expect(await restore('latest', 'latest')).toBe(0)
  const folder = join(base, 'latest')
  const copy = await start(folder)
  await takeBase(configOf(folder), backups)
  await query(folder, 'insert into known values (9)')
  // It waits until its log is kept.
  await copy.stop()
  expect(new Set((await backups.bases()).map(({ line }) => line)).size).toBe(2)
  expect(await restore('again', instants.one)).toBe(0)
  expect(await rowsOf('again')).toEqual([1])
  expect(await restore('newest', 'latest')).toBe(0)
  expect(await rowsOf('newest')).toEqual([1, 2, 9])
}, 300_000)

test('another copy of a data folder never replaces a file of the log', async () => {
  const [{ line } = { line: '' }] = await backups.bases()
  const [name = ''] = await backups.logs(line)
  const file = join(base, 'other')
  await expect(
    backups.logArchive.keep(line, name, join(store, 'bases', (await readdir(join(store, 'bases')))[0]!)),
  ).rejects.toThrow(/with other contents: another copy of this data folder uses it$/)
  await backups.unpack(`${line}/log/${name}`, file)
  await backups.logArchive.keep(line, name, file)
  expect((await readFile(file)).length).toBe(16 * 1024 * 1024)
})

test('copies and logs go when no instant of two weeks needs them', async () => {
  const [newest, oldest] = await backups.bases()
  const days = (count: number) => Temporal.Now.instant().add({ hours: count * 24 })
  await removeOld(backups, days(13))
  expect(await backups.bases()).toHaveLength(2)
  await removeOld(backups, days(15))
  expect(await backups.bases()).toEqual([newest])
  expect(await backups.logs(oldest!.line)).toEqual([])
  expect(await backups.logs(newest!.line)).toContain(newest!.lastLog)
})
