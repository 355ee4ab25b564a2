import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProgramCard } from '#contract/programs.ts'
import { type Cluster, createCluster } from '#server/adapters/postgres/cluster.ts'
import type { BackupManifest } from '#server/commands/backup.ts'
import { freePort, launch, type Launched } from './support/launch.ts'
import { ask, startWatching, rowOf } from './support/watching.ts'

const READY = /^Harbour is ready/
const FILM = resolve('seed/clips/small/tram.mp4')

let base: string
/** The service that is backed up; it runs all the time. */
let source: { folder: string; origin: string; card: ProgramCard; film: Buffer }
let backup: string
let outside: Cluster | undefined
let outsideUrl: string
const running: Launched[] = []

/** Runs a command to its end. @returns what it printed, in one string, and its exit code */
async function run(args: string[], dataDir: string, env: Record<string, string> = {}) {
  const command = launch(args, { dataDir, env: { HARBOUR_DEMO: '0', ...env } })
  const code = await command.ended
  return { code, said: command.lines.join('\n') }
}

async function start(dataDir: string, env: Record<string, string> = {}) {
  const port = await freePort()
  const harbour = launch(['start'], { dataDir, env: { HARBOUR_DEMO: '0', PORT: String(port), ...env } })
  running.push(harbour)
  await harbour.said(READY)
  return { harbour, origin: `http://127.0.0.1:${port}` }
}

async function stop({ harbour }: { harbour: Launched }): Promise<void> {
  harbour.process.kill('SIGTERM')
  expect(await harbour.ended).toBe(0)
}

/** What a visitor sees of the catalogue. */
async function catalogue(origin: string, { programId }: ProgramCard): Promise<unknown> {
  return Promise.all([
    rowOf(origin, 'new'),
    ask(`${origin}/api_v2/revamp/tabBars`),
    ask(`${origin}/api_v2/revamp/detail`, { programId }),
  ])
}

const masterKey = (folder: string) => readFile(join(folder, 'keys', 'master.key'))

/** A copy of the backup with another manifest. */
async function altered(name: string, change: (manifest: BackupManifest) => void): Promise<string> {
  const folder = join(base, name)
  await cp(backup, folder, { recursive: true })
  const file = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as BackupManifest
  change(manifest)
  await writeFile(file, JSON.stringify(manifest))
  return folder
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'harbour-backup-'))
  // PostgreSQL's own account passes through it.
  await chmod(base, 0o711)
  backup = join(base, 'backup')
  const folder = join(base, 'source')
  const { origin } = await start(folder)
  const { code, said } = await run(['ingest', FILM, '--title-zh', '山上電車', '--title-en', 'Hill tram'], folder)
  expect({ code, said }).toMatchObject({ code: 0 })
  const [card] = await rowOf(origin, 'new')
  source = { folder, origin, card: card!, film: await startWatching(origin, card!) }

  const taken = await run(['backup', backup], folder)
  expect(taken.said).toMatch(/Database: \d+ tables, \d+ rows\nMedia: \d+ files, .*\nBackup written to /)
  expect(taken.code).toBe(0)

  outside = createCluster({ dataDir: join(base, 'outside'), log: () => undefined, durable: false })
  outsideUrl = (await outside.start()).url
})

afterAll(async () => {
  for (const { process: child, ended } of running) {
    child.kill('SIGTERM')
    await ended
  }
  await outside?.stop()
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
})

test('a backup of a running service brings the same film and catalogue back into an empty data folder', async () => {
  const target = join(base, 'target')
  const restored = await run(['restore', backup], target)
  expect(restored.said).toMatch(/Restored the backup of \S+: \d+ tables/)
  expect(restored.code).toBe(0)

  const copy = await start(target)
  expect(await catalogue(copy.origin, source.card)).toEqual(await catalogue(source.origin, source.card))
  expect((await startWatching(copy.origin, source.card)).equals(source.film)).toBe(true)
  await stop(copy)
})

test('a backup goes into a PostgreSQL of the operator’s own, and out of it again', async () => {
  const target = join(base, 'elsewhere')
  const env = { DATABASE_URL: outsideUrl }
  const restored = await run(['restore', backup], target, env)
  expect(restored).toMatchObject({ code: 0 })
  expect(await readdir(target)).not.toContain('postgres')

  const copy = await start(target, env)
  expect(await catalogue(copy.origin, source.card)).toEqual(await catalogue(source.origin, source.card))
  expect((await startWatching(copy.origin, source.card)).equals(source.film)).toBe(true)
  const second = join(base, 'second')
  const taken = await run(['backup', second], target, env)
  expect(taken).toMatchObject({ code: 0 })
  await stop(copy)

  expect(await filmRows(second)).toEqual(await filmRows(backup))
})

/** How many rows a backup has of what an ingest wrote; pictures are still being prepared behind it. */
async function filmRows(folder: string) {
  const { tables } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as BackupManifest
  const written = new Set(['title', 'licence', 'asset', 'title_asset', 'ingest_job', 'tab', 'category'])
  return tables.filter(({ name }) => written.has(name)).map(({ name, rows }) => ({ name, rows }))
}

test('a backup is not written over anything', async () => {
  const full = join(base, 'full')
  await mkdir(full)
  await writeFile(join(full, 'mine.txt'), 'mine')
  const { code, said } = await run(['backup', full], source.folder)
  expect(said).toBe(`${full} is not empty. Specify a new folder for the backup.`)
  expect(code).toBe(2)
  expect(await readdir(full)).toEqual(['mine.txt'])
})

test('nothing is restored over a service that runs or a database that holds anything; its key stays', async () => {
  const whileRunning = await run(['restore', backup], source.folder)
  expect(whileRunning.said).toMatch(/^npm start \(process \d+\) already uses the data folder .*$/)
  expect(whileRunning.code).toBe(1)

  const used = join(base, 'used')
  const copy = await start(used)
  const { code, said } = await run(['ingest', FILM, '--title-zh', '另一', '--title-en', 'Other'], used)
  expect({ code, said }).toMatchObject({ code: 0 })
  await stop(copy)
  const key = await masterKey(used)
  expect(key.equals(await masterKey(source.folder))).toBe(false)
  const refused = await run(['restore', backup], used)
  expect(refused.said).toMatch(/^The table \w+ is not empty\. Restore into an empty database\.$/)
  expect(refused.code).toBe(1)
  expect((await masterKey(used)).equals(key)).toBe(true)
})

test('a backup of another version, a damaged one and a folder that is none are refused; the next try succeeds', async () => {
  const empty = join(base, 'empty')
  const foreign = await altered('foreign', (manifest) => {
    manifest.migrations.push({ name: '9999_rentals_create.sql', checksum: 'x' })
  })
  expect(await run(['restore', foreign], empty)).toEqual({
    code: 1,
    said: 'The backup contains migration 9999_rentals_create.sql, which this version does not know. Restore it with the version that made it.',
  })
  const changed = await altered('changed', (manifest) => {
    manifest.migrations[0]!.checksum = '0'.repeat(64)
  })
  expect((await run(['restore', changed], empty)).said).toContain(
    'The backup contains migration 0001_titles_create.sql, which',
  )
  expect(await run(['restore', join(base, 'source')], empty)).toEqual({
    code: 1,
    said: `${join(base, 'source')} is not a backup: it has no manifest.json.`,
  })

  const short = await altered('short', (manifest) => {
    manifest.tables.find(({ name }) => name === 'title')!.rows = 2
  })
  const damaged = await run(['restore', short], empty)
  expect(damaged.said).toMatch(/^The backup is damaged: table title has 1 rows, not 2\.$/m)
  expect(damaged.code).toBe(1)
  await writeFile(join(short, 'tables', 'title.copy.gz'), 'no gzip')
  expect((await run(['restore', short], empty)).said).toMatch(/^The backup is damaged: table title cannot be read/m)

  const whole = await run(['restore', backup], empty)
  expect(whole).toMatchObject({ code: 0 })
})
