import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ClusterError } from '#server/adapters/postgres/cluster-error.ts'
import { currentClusterDir } from '#server/adapters/postgres/cluster-folder.ts'
import { createCluster, fillCluster, refuseCluster } from '#server/adapters/postgres/cluster.ts'
import { lockDataDir } from '#server/adapters/postgres/data-dir-lock.ts'
import { openStore } from '#server/app.ts'
import { MIGRATIONS } from '#server/migrations.ts'
import type { Config } from '#server/config.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { pausePayments } from '#server/domains/payments/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { openDb } from '#server/kit/db.ts'
import { migrate } from '#server/kit/migrate.ts'
import { type BackupStore, type Base, baseKey, logKey, MEDIA, openBackups, writeSparse } from './backup-store.ts'
import { type NeededLog, neededLogs, readSecret } from './base-backups.ts'
import { keepRestoredKey } from './master-key.ts'

const LAST_KEPT = 'the last transaction that BACKUP_STORE has'

/** `latest`: all that was kept. */
export type Target = Temporal.Instant | 'latest'

/**
 * Restores the embedded database as it was at an instant, with media and key, into an empty data folder.
 * @throws ClusterError ALREADY_RUNNING
 */
export async function restoreTo(config: Config, target: Target): Promise<number> {
  const lock = await lockDataDir(config.DATA_DIR, { purpose: 'npm run restore', patient: false })
  try {
    return await restoreLocked(config, target)
  } finally {
    await lock.release()
  }
}

async function restoreLocked(config: Config, target: Target): Promise<number> {
  const backups = await openBackups(config)
  if (!backups)
    throw new CommandError(
      '--to restores from BACKUP_STORE, which is not set. A folder of npm run backup: npm run restore -- <backup folder>',
    )
  await refuseCluster(await currentClusterDir(config.DATA_DIR))
  const chosen = chooseBase(await backups.bases(), target, Temporal.Now.instant())
  const key = await keyOf(config, backups, chosen.base)
  if (!key)
    throw new CommandError('The service had its master key in MASTER_KEY, so BACKUP_STORE has none. Set MASTER_KEY.')
  await keepRestoredKey(config, key)
  console.log(`Media: ${await restoreMedia(config, backups)} files`)
  const { missing } = await restoreDatabase(config, { backups, ...chosen, target }, async (url) => {
    const database = openDb({ url, max: 2 })
    try {
      await migrate(database.pool, { folder: MIGRATIONS, clock: systemClock })
      await database.pool.query('update ingest_job set node_id = null')
      // Providers may know of payments that came later.
      await pausePayments(database.db, systemClock.now())
    } finally {
      await database.close()
    }
  })
  if (target === 'latest' && missing !== undefined)
    console.log(`BACKUP_STORE lacks ${missing} of the log: what was written from there on is not restored.`)
  const asOf = target === 'latest' ? LAST_KEPT : target.toString()
  console.log(`Restored the database as of ${asOf}. Start the service with npm start.`)
  const since = target === 'latest' ? chosen.base.endedAt : asOf
  console.log(`Payments wait for: npm run payments -- reconcile --since ${since}`)
  return 0
}

interface Chosen {
  readonly base: Base
  /** The next copy of the same log, which was begun after the instant. */
  readonly next: Base | undefined
}

/**
 * @param bases the newest first
 * @throws CommandError that says which instants can be restored
 */
export function chooseBase(bases: readonly Base[], target: Target, now: Temporal.Instant): Chosen {
  const oldest = bases.at(-1)
  if (!oldest)
    throw new CommandError(
      'BACKUP_STORE has no copy of a database. The running service makes one a day, the first at its start.',
    )
  if (target === 'latest') return { base: bases[0]!, next: undefined }
  if (Temporal.Instant.compare(target, now) > 0) throw new CommandError(`${target.toString()} is in the future.`)
  const isBefore = (text: string) => Temporal.Instant.compare(Temporal.Instant.from(text), target) <= 0
  const base = bases.find(({ endedAt }) => isBefore(endedAt))
  if (!base)
    throw new CommandError(
      `${target.toString()} is too early: the oldest copy in BACKUP_STORE was complete at ${oldest.endedAt}.`,
    )
  return { base, next: bases.findLast(({ line, startedAt }) => line === base.line && !isBefore(startedAt)) }
}

interface Restored extends Chosen {
  readonly backups: BackupStore
  readonly target: Target
}

/**
 * Makes the cluster of an empty data folder, and lets PostgreSQL replay the log. What is made is removed again when it fails.
 * @param work with the restored database as the service's role
 * @returns the log that was replayed
 */
export async function restoreDatabase(
  config: Pick<Config, 'DATA_DIR'>,
  { backups, base, next, target }: Restored,
  work: (url: string) => Promise<void>,
): Promise<NeededLog> {
  const log = (line: string) => console.log(/is recovering/.test(line) ? 'PostgreSQL replays the log …' : line)
  const place = { dataDir: config.DATA_DIR, log }
  await mkdir(config.DATA_DIR, { recursive: true })
  const needed = neededLogs(await backups.logs(base.line), base, next)
  const site = await fillCluster(place, (draft) => fill(draft, { backups, base, names: needed.names }))
  const password = await readSecret(backups, base, 'password')
  await writeFile(join(config.DATA_DIR, 'postgres.password'), password, { mode: 0o600 })
  const cluster = createCluster({ ...place, recovery: recoverySettings(target) })
  try {
    const { url } = await cluster.start()
    await work(url)
    await cluster.stop()
    return needed
  } catch (error) {
    await cluster.stop()
    await rm(site.clusterDir, { recursive: true, force: true })
    throw inWords(error, target)
  }
}

/** On the command line of this one start: nothing of it stays in the cluster. */
function recoverySettings(target: Target): Record<string, string> {
  return {
    // What is needed lies in pg_wal, where PostgreSQL looks when this fails.
    restore_command: process.platform === 'win32' ? 'exit 1' : 'false',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // Connections are refused until the restore is complete.
    hot_standby: 'off',
    ...(target !== 'latest' && { recovery_target_time: postgresTime(target) }),
  }
}

/** `2026-11-30 22:00:00.123000+00` */
const postgresTime = (instant: Temporal.Instant): string =>
  instant.toString({ fractionalSecondDigits: 6 }).replace('T', ' ').replace('Z', '+00')

interface Filling extends Pick<Restored, 'backups' | 'base'> {
  /** Of the log. */
  readonly names: readonly string[]
}

async function fill(draft: string, { backups, base, names }: Filling): Promise<void> {
  for (const name of base.folders) await mkdir(join(draft, name), { recursive: true, mode: 0o700 })
  for (const name of base.files) await backups.unpack(`${baseKey(base)}/files/${name}`, join(draft, name))
  for (const name of names) await writeSparse(join(draft, 'pg_wal', name), await backups.read(logKey(base.line, name)))
  await writeFile(join(draft, 'recovery.signal'), '')
  console.log(`Database: copy of ${base.endedAt}, ${names.length} files of the log`)
}

const LAST = /last completed transaction was at log time (\d{4}-\d\d-\d\d) ([\d:.]+)\+00/

/** PostgreSQL refuses to open a database whose log ends before the instant. */
function inWords(error: unknown, target: Target): unknown {
  const said = error instanceof ClusterError ? `${String(error.cause)} ${error.message}` : ''
  if (/recovery ended before configured recovery target was reached/.test(said)) {
    const [, day, time] = LAST.exec(said) ?? []
    const last = day === undefined ? 'before it' : `with the transaction of ${day}T${time}Z`
    return new CommandError(
      `The log in BACKUP_STORE ends ${last}; nothing is known of ${String(target)}. Choose an earlier instant, or restore all of it: npm run restore -- --to latest`,
    )
  }
  if (/WAL ends before (end of online backup|consistent recovery point)/.test(said))
    return new CommandError(
      `Files of the log are missing in BACKUP_STORE, so ${String(target)} cannot be restored. Choose another instant.`,
    )
  return error
}

export const keyOf = (config: Config, backups: BackupStore, base: Base): Promise<Buffer | undefined> =>
  base.hasKey ? readSecret(backups, base, 'key') : Promise.resolve(config.MASTER_KEY)

/** Those of a bucket stay where they are. */
async function restoreMedia(config: Config, { store }: BackupStore): Promise<number> {
  const media = await openStore(config)
  if (media.localPath('state') === null) return 0
  const temporary = join(config.DATA_DIR, 'restore.tmp')
  let count = 0
  for await (const kept of store.list(MEDIA)) {
    const key = kept.slice(MEDIA.length)
    const [from, present] = await Promise.all([store.stat(kept), media.stat(key)])
    count += 1
    if (from && present?.size !== from.size) await putMedia({ store, media, temporary }, kept)
  }
  await rm(temporary, { force: true })
  return count
}

async function putMedia(
  { store, media, temporary }: { store: MediaStore; media: MediaStore; temporary: string },
  kept: string,
): Promise<void> {
  const path = store.localPath(kept)
  const object = await store.open(kept)
  if (!object) return
  if (path === null) await pipeline(object.body, createWriteStream(temporary))
  else object.body.destroy()
  await media.put(kept.slice(MEDIA.length), { file: path ?? temporary }, object.stat)
}
