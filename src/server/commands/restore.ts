import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, resolve, sep } from 'node:path'
import { lockDataDir } from '#server/adapters/postgres/data-dir-lock.ts'
import { openStore } from '#server/app.ts'
import { MIGRATIONS } from '#server/migrations.ts'
import type { Config, Settings } from '#server/config.ts'
import { pausePayments } from '#server/domains/payments/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import type { DbHandle } from '#server/kit/db.ts'
import { loadTables, refuseRows } from '#server/kit/dump.ts'
import { migrate, plantedTables, readMigrations } from '#server/kit/migrate.ts'
import { CommandError } from '#server/kit/command-error.ts'
import type { BackupManifest } from './backup.ts'
import { type ArgumentKind, defineCommand, named, runCommand, UsageError, usageOf } from './command.ts'
import { runDrill } from './restore-drill.ts'
import { restoreTo, type Target } from './restore-to.ts'
import { withDatabase } from './with-app.ts'
import { forgetMasterKey, keepRestoredKey } from './master-key.ts'

const target: ArgumentKind<Target> = {
  shown: '<instant>',
  mustBe: 'an instant, such as 2026-11-21T00:00:00Z or 2026-11-21T08:00:00+08:00, or latest',
  read: (given) => {
    try {
      return given === 'latest' ? given : Temporal.Instant.from(given)
    } catch {
      return undefined
    }
  },
}

const RESTORE = defineCommand({
  name: 'restore',
  actions: {
    '': {
      positionals: { folder: { kind: named('<backup folder>'), shown: '<backup folder>', optional: true } },
      options: {
        to: { kind: target, help: 'of BACKUP_STORE: the embedded database as it was then; latest: all that was kept' },
        drill: {
          kind: 'flag',
          help: 'of BACKUP_STORE, beside the service: restores all, checks it, and removes it again',
        },
      },
      help: `restores a backup, of npm run backup or of BACKUP_STORE. Stop the service first, but not for --drill; the database must be
empty.`,
    },
  },
})

export const restoreCommand = (config: Config, args: readonly string[], from: string): Promise<number> =>
  runCommand(RESTORE, args, async ({ folder, to, drill }) => {
    if ([folder, to, drill || undefined].filter((one) => one !== undefined).length !== 1) {
      throw new UsageError(['Give one of <backup folder>, --to and --drill.'], usageOf(RESTORE))
    }
    if (folder !== undefined) return restore(config, resolve(from, folder))
    return to === undefined ? runDrill(config) : restoreTo(config, to)
  })

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
  await keepRestoredKey(config, await readFile(join(folder, 'keys', 'master.key')))
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
