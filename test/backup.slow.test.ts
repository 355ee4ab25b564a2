import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProgramCard } from '#contract/programs.ts'
import { type Cluster, createCluster } from '#server/adapters/postgres/cluster.ts'
import type { BackupManifest } from '#server/commands/backup.ts'
import { freePort } from './support/free-port.ts'
import { isFull } from './support/full.ts'
import { launch, type LaunchedCommand } from './support/launch.ts'
import { FAST, makeClip, testImage, tone } from './support/media.ts'
import { fetchEnvelope, startWatching, rowOf } from './support/watching.ts'

const READY = /^Harbour is ready/

let base: string
/** A film of two renditions. */
let film: string
/** The service that is backed up while it runs. */
let source: { folder: string; origin: string; card: ProgramCard; film: Buffer }
let backup: string
let externalCluster: Cluster | undefined
let externalUrl: string
const running: LaunchedCommand[] = []

/** Runs a command. @returns its output and exit code */
async function run(args: string[], dataDir: string, env: Record<string, string> = {}) {
  const command = launch(args, { dataDir, env: { HARBOUR_DEMO: '0', ...env } })
  const code = await command.exitCode
  return { code, output: command.lines.join('\n') }
}

async function start(dataDir: string, env: Record<string, string> = {}) {
  const port = await freePort()
  const harbour = launch(['start'], { dataDir, env: { HARBOUR_DEMO: '0', PORT: String(port), ...env } })
  running.push(harbour)
  await harbour.waitForLine(READY)
  return { harbour, origin: `http://127.0.0.1:${port}` }
}

async function stop({ harbour }: { harbour: LaunchedCommand }): Promise<void> {
  harbour.process.kill('SIGTERM')
  expect(await harbour.exitCode).toBe(0)
}

/** The catalogue of a visitor. */
async function catalogue(origin: string, { programId }: ProgramCard): Promise<unknown> {
  return Promise.all([
    rowOf(origin, 'new'),
    fetchEnvelope(`${origin}/api_v2/revamp/tabBars`),
    fetchEnvelope(`${origin}/api_v2/revamp/detail`, { programId }),
  ])
}

/** The files below a folder, by relative path. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).toSorted()
}

const masterKey = (folder: string) => readFile(join(folder, 'keys', 'master.key'))

/** A copy of the backup with a changed manifest. */
async function withManifest(name: string, change: (manifest: BackupManifest) => void): Promise<string> {
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
  // The account of PostgreSQL has to traverse it.
  await chmod(base, 0o711)
  backup = join(base, 'backup')
  film = await makeClip(join(base, 'film.mp4'), ...testImage('854x480', 4), ...tone(4), ...FAST)
  const folder = join(base, 'source')
  const { origin } = await start(folder)
  const { code, output } = await run(['ingest', film, '--title-zh', '山上電車', '--title-en', 'Hill tram'], folder)
  expect({ code, output }).toMatchObject({ code: 0 })
  const [card] = await rowOf(origin, 'new')
  source = { folder, origin, card: card!, film: await startWatching(origin, card!) }

  const backedUp = await run(['backup', backup], folder)
  expect(backedUp.output).toMatch(/Database: \d+ tables, \d+ rows\nMedia: \d+ files, .*\nBackup written to /)
  expect(backedUp.code).toBe(0)

  externalCluster = createCluster({ dataDir: join(base, 'outside'), log: () => undefined, durable: false })
  externalUrl = (await externalCluster.start()).url
}, 300_000)

afterAll(async () => {
  for (const { process: child, exitCode } of running) {
    child.kill('SIGTERM')
    await exitCode
  }
  await externalCluster?.stop()
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
})

test('restores a backup of a running service into an empty data folder', async () => {
  const target = join(base, 'target')
  const restored = await run(['restore', backup], target)
  expect(restored.output).toMatch(/Restored the backup of \S+: \d+ tables/)
  expect(restored.code).toBe(0)

  const copy = await start(target)
  expect(await catalogue(copy.origin, source.card)).toEqual(await catalogue(source.origin, source.card))
  expect((await startWatching(copy.origin, source.card)).equals(source.film)).toBe(true)
  await stop(copy)
})

test.runIf(isFull)(
  'a second backup beside the first shares its media and can be restored when the first is gone',
  async () => {
    const next = join(base, 'backup-next')
    const backedUp = await run(['backup', next], source.folder)
    // The running service may have encoded another image in between.
    const inFirst = (await filesOf(join(backup, 'media'))).length
    expect(backedUp.output).toContain(`, ${inFirst} of them shared with an earlier backup`)
    const first = join(base, 'backup-away')
    await rename(backup, first)
    const target = join(base, 'target-next')
    expect(await run(['restore', next], target)).toMatchObject({ code: 0 })
    await rename(first, backup)
    expect(await masterKey(target)).toEqual(await masterKey(source.folder))
    expect(await filesOf(join(target, 'media'))).toEqual(await filesOf(join(next, 'media')))
  },
)

test('restores into an external PostgreSQL and takes a backup of it', async () => {
  const target = join(base, 'elsewhere')
  const env = { DATABASE_URL: externalUrl }
  const restored = await run(['restore', backup], target, env)
  expect(restored).toMatchObject({ code: 0 })
  expect(await readdir(target)).not.toContain('postgres')

  const copy = await start(target, env)
  expect(await catalogue(copy.origin, source.card)).toEqual(await catalogue(source.origin, source.card))
  expect((await startWatching(copy.origin, source.card)).equals(source.film)).toBe(true)
  const second = join(base, 'second')
  const backedUp = await run(['backup', second], target, env)
  expect(backedUp).toMatchObject({ code: 0 })
  await stop(copy)

  expect(await filmRows(second)).toEqual(await filmRows(backup))
})

/** The row counts of the tables that an ingest writes. Images are excluded, as they are prepared in the background. */
async function filmRows(folder: string) {
  const { tables } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as BackupManifest
  const written = new Set(['title', 'licence', 'asset', 'title_asset', 'ingest_job', 'tab', 'category'])
  const found = tables.filter(({ name }) => written.has(name)).map(({ name, rows }) => ({ name, rows }))
  return found.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

test('refuses to write a backup into a folder with files', async () => {
  const full = join(base, 'full')
  await mkdir(full)
  await writeFile(join(full, 'mine.txt'), 'mine')
  const { code, output } = await run(['backup', full], source.folder)
  expect(output).toBe(`${full} is not empty. Specify a new folder for the backup.`)
  expect(code).toBe(2)
  expect(await readdir(full)).toEqual(['mine.txt'])
})

test('refuses to restore over a running service or a database with data, and keeps the key', async () => {
  const whileRunning = await run(['restore', backup], source.folder)
  expect(whileRunning.output).toMatch(/^npm start \(process \d+\) already uses the data folder .*$/)
  expect(whileRunning.code).toBe(1)

  const used = join(base, 'used')
  // It prepares the database and its key as a start does.
  const { code, output } = await run(['ingest', film, '--title-zh', '另一', '--title-en', 'Other'], used)
  expect({ code, output }).toMatchObject({ code: 0 })
  const key = await masterKey(used)
  expect(key.equals(await masterKey(source.folder))).toBe(false)
  const refused = await run(['restore', backup], used)
  expect(refused.output).toMatch(/^The table \w+ is not empty\. Restore into an empty database\.$/)
  expect(refused.code).toBe(1)
  expect((await masterKey(used)).equals(key)).toBe(true)
})

test('refuses a newer, a damaged or a missing backup; a later restore succeeds', async () => {
  const empty = join(base, 'empty')
  const newer = await withManifest('foreign', (manifest) => {
    manifest.migrations.push({ name: '9999_rentals_create.sql', checksum: 'x' })
  })
  expect(await run(['restore', newer], empty)).toEqual({
    code: 1,
    output:
      'The backup contains migration 9999_rentals_create.sql, which this version does not know. Restore it with the version that made it.',
  })
  const changed = await withManifest('changed', (manifest) => {
    manifest.migrations[0]!.checksum = '0'.repeat(64)
  })
  expect((await run(['restore', changed], empty)).output).toContain(
    'The backup contains migration 0001_titles_create.sql, which',
  )
  expect(await run(['restore', join(base, 'source')], empty)).toEqual({
    code: 1,
    output: `${join(base, 'source')} is not a backup: it has no manifest.json.`,
  })

  const incomplete = await withManifest('short', (manifest) => {
    manifest.tables.find(({ name }) => name === 'title')!.rows = 2
  })
  const damaged = await run(['restore', incomplete], empty)
  expect(damaged.output).toMatch(/^The backup is damaged: table title has 1 rows, not 2\.$/m)
  expect(damaged.code).toBe(1)
  await writeFile(join(incomplete, 'tables', 'title.copy.gz'), 'no gzip')
  expect((await run(['restore', incomplete], empty)).output).toMatch(
    /^The backup is damaged: table title cannot be read/m,
  )

  const whole = await run(['restore', backup], empty)
  expect(whole).toMatchObject({ code: 0 })
})
