import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative, resolve, sep } from 'node:path'
import { lockDataDir } from '#server/adapters/postgres/data-dir-lock.ts'
import { MIGRATIONS, openStore } from '#server/app.ts'
import type { Config, Settings } from '#server/config.ts'
import { pausePayments } from '#server/domains/payments/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import type { DbHandle } from '#server/kit/db.ts'
import { loadTables, refuseRows } from '#server/kit/dump.ts'
import { migrate, plantedTables, readMigrations } from '#server/kit/migrate.ts'
import { CommandError } from '#server/kit/command-error.ts'
import type { BackupManifest } from './backup.ts'
import { defineCommand, named, runCommand } from './command.ts'
import { withDatabase } from './with-app.ts'
import { forgetMasterKey, masterKeyFile } from './master-key.ts'

const RESTORE = defineCommand({
  name: 'restore',
  actions: {
    '': {
      positionals: { folder: { kind: named('<backup folder>'), shown: '<backup folder>' } },
      help: 'restores a backup. Stop the service first; the database must be empty.',
    },
  },
})

export const restoreCommand = (config: Config, args: readonly string[], from: string): Promise<number> =>
  runCommand(RESTORE, args, ({ folder }) => restore(config, resolve(from, folder)))

/**
 * First checks that the database is empty, then restores media and key, and last the rows in one transaction. An interrupted restore can
 * be repeated.
 */
async function restore(config: Config, folder: string): Promise<number> {
  const manifest = await readManifest(folder)
  await refuseUnknownMigrations(manifest)
  await refuseRunning(config)
  await withDatabase(config, 'restore', async (database) => {
    await restoreInto(database, { config, folder, manifest })
    // Providers may know of payments that the backup does not.
    await pausePayments(database.db, systemClock.now())
  })
  console.log(
    `Restored the backup of ${manifest.takenAt}: ${manifest.tables.length} tables. Start the service with npm start.`,
  )
  console.log(`Payments wait for: npm run payments -- reconcile --since ${manifest.takenAt}`)
  return 0
}

interface Source {
  config: Config
  folder: string
  manifest: BackupManifest
}

/** Rows are loaded into the schema version that they came from, which is then migrated. */
async function restoreInto({ pool }: DbHandle, { config, folder, manifest }: Source): Promise<void> {
  const upTo = manifest.migrations.at(-1)?.name
  await migrate(pool, { folder: MIGRATIONS, clock: systemClock, upTo })
  // A database that was started once has a check value; the backup contains its own.
  const seededTables = plantedTables(await readMigrations(MIGRATIONS)).add('master_key')
  const loading = { folder: join(folder, 'tables'), tables: manifest.tables, seededTables }
  await refuseRows(pool, loading)
  await restoreKey(config, folder)
  console.log(`Media: ${await restoreMedia(config, join(folder, 'media'))} files`)
  await loadTables(pool, loading)
  await migrate(pool, { folder: MIGRATIONS, clock: systemClock })
  // The node that had their sources may be gone.
  await pool.query('update ingest_job set node_id = null')
  if (!manifest.tables.some(({ name }) => name === 'master_key')) await forgetMasterKey(pool)
}

/**
 * Refuses to change the key of a running instance.
 * @throws ClusterError ALREADY_RUNNING
 */
async function refuseRunning(config: Settings<'server'>): Promise<void> {
  const lock = await lockDataDir(config.DATA_DIR, { purpose: 'npm run restore', patient: false })
  await lock.release()
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new CommandError(`${folder} is not a backup: it has no manifest.json.`)
  })
  const manifest = JSON.parse(text) as BackupManifest
  if (manifest.format !== 1)
    throw new CommandError(`Unsupported backup format ${String(manifest.format)}. This version reads format 1.`)
  return manifest
}

/** Refuses a backup whose migrations are not a prefix of ours. */
async function refuseUnknownMigrations(manifest: BackupManifest): Promise<void> {
  const ours = new Map((await readMigrations(MIGRATIONS)).map(({ name, checksum }) => [name, checksum]))
  const unknown = manifest.migrations.find(({ name, checksum }) => ours.get(name) !== checksum)
  if (unknown)
    throw new CommandError(
      `The backup contains migration ${unknown.name}, which this version does not know. Restore it with the version that made it.`,
    )
}

async function restoreKey(config: Settings<'server'>, folder: string): Promise<void> {
  const key = await readFile(join(folder, 'keys', 'master.key'))
  if (config.MASTER_KEY) {
    if (!config.MASTER_KEY.equals(key))
      throw new CommandError(
        'MASTER_KEY is not the key of this backup, so its titles could not be played. Unset it, or set the right key.',
      )
    return
  }
  const file = masterKeyFile(config)
  const existing = await readFile(file).catch(() => undefined)
  if (existing?.equals(key)) return
  if (existing) await rename(file, `${file}.before-restore`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, key, { mode: 0o600 })
}

const TYPES: Record<string, string> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
  '.vtt': 'text/vtt; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

async function restoreMedia(config: Config, folder: string): Promise<number> {
  const store = await openStore(config)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const file of files) {
    const key = relative(folder, file).split(sep).join('/')
    const present = await store.stat(key)
    if (present?.size === (await stat(file)).size) continue
    await store.put(key, { file }, { contentType: TYPES[extname(file)] ?? 'application/octet-stream' })
  }
  return files.length
}
