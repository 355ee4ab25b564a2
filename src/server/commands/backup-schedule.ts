import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { currentClusterDir } from '#server/adapters/postgres/cluster-folder.ts'
import { lineOf } from '#server/adapters/postgres/log-archiving.ts'
import { takeNew } from '#server/adapters/storage/new-objects.ts'
import { newObjectsOf, openStore } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { type DbHandle, openDb } from '#server/kit/db.ts'
import type { BackupStore } from './backup-store.ts'
import { copyMedia, copyNewMedia, removeOld, takeBase } from './base-backups.ts'
import { removeDrill } from './restore-drill.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const LOOK_MS = 60_000
const MEDIA_EVERY_MS = 10 * 60_000
const BASE_HOURS = 24
const DRILL_DAYS = 30
/** Before the first drill. */
const FIRST_DRILL_HOURS = 24
/** After a failure. */
const RETRY_MS = 10 * 60_000
/** Of a drill: the service goes first. */
const LOW_PRIORITY = 10

export interface Backups {
  /** Ends nothing that would be lost: the log is kept by the database's own stop. */
  stop(): Promise<void>
}

interface Options {
  config: Config
  backups: BackupStore
  databaseUrl: string
  say: (line: string) => void
}

/** A copy of the database each day, new media each ten minutes, a drill each month, one after another. */
export function startBackups(options: Options): Backups {
  const { config, say } = options
  const database = openDb({ url: options.databaseUrl, max: 1 })
  const ending = new AbortController()
  let drill: ChildProcess | undefined
  let mediaAt = Number.NEGATIVE_INFINITY
  const isMediaDue = () => performance.now() - mediaAt >= MEDIA_EVERY_MS
  const isFirst = () => mediaAt === Number.NEGATIVE_INFINITY
  const onMedia = () => (mediaAt = performance.now())
  const run = async () => {
    while (!ending.signal.aborted) {
      const failed = await look({
        ...options,
        database,
        isMediaDue,
        isFirst,
        onMedia,
        drillBy: (child) => (drill = child),
      }).then(
        () => false,
        (error: unknown) => {
          if (!ending.signal.aborted) say(`Backup failed: ${error instanceof Error ? error.message : String(error)}`)
          return true
        },
      )
      await wait(failed ? RETRY_MS : LOOK_MS, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  void run()
  return {
    async stop() {
      ending.abort()
      const isDrilling = drill !== undefined && drill.exitCode === null
      if (isDrilling) drill!.kill('SIGKILL')
      if (isDrilling) await removeDrill(config)
      await database.close()
    },
  }
}

interface Look extends Options {
  database: DbHandle
  isMediaDue(): boolean
  /** Since the start. What was written before may not be noted: the whole folder is read through. */
  isFirst(): boolean
  onMedia(): void
  drillBy(child: ChildProcess): void
}

async function look(options: Look): Promise<void> {
  const { config, backups, database } = options
  const line = await lineOf(await currentClusterDir(config.DATA_DIR))
  const now = systemClock.now()
  const bases = await backups.bases()
  const newest = bases.find((base) => base.line === line)
  if (!newest || hoursSince(newest.endedAt, now) >= BASE_HOURS) return keepBase({ config, backups, database })
  if (options.isMediaDue()) {
    await (options.isFirst() ? copyMedia(await openStore(config), backups) : keepNewMedia(config, backups))
    options.onMedia()
  }
  const last = await database.db
    .selectFrom('restore_drill')
    .select('finished_at as at')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isDue = last
    ? hoursSince(last.at.toString(), now) >= DRILL_DAYS * 24
    : hoursSince(bases.at(-1)!.endedAt, now) >= FIRST_DRILL_HOURS
  if (isDue) await drill((child) => options.drillBy(child))
}

const keepNewMedia = async (config: Config, backups: BackupStore): Promise<void> => {
  const media = await openStore(config)
  await takeNew(newObjectsOf(config), (keys) => copyNewMedia(media, backups, keys))
}

const hoursSince = (at: string, now: Temporal.Instant): number => now.since(Temporal.Instant.from(at)).total('hours')

async function keepBase({ config, backups, database }: Pick<Look, 'config' | 'backups' | 'database'>): Promise<void> {
  const startedAt = systemClock.now()
  const record = (of: { bytes: number | null; problem: string | null }) =>
    database.db
      .insertInto('backup_run')
      .values({ started_at: startedAt, finished_at: systemClock.now(), ...of })
      .execute()
  try {
    const { bytes } = await takeBase(config, backups)
    await record({ bytes, problem: null })
  } catch (error) {
    await record({ bytes: null, problem: error instanceof Error ? error.message : String(error) })
    throw error
  }
  await removeOld(backups, systemClock.now())
}

async function drill(drillBy: (child: ChildProcess) => void): Promise<void> {
  const child = spawn(process.execPath, [MAIN, 'restore', '--drill'], { stdio: ['ignore', 'inherit', 'inherit'] })
  drillBy(child)
  if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY)
  await once(child, 'exit')
}
