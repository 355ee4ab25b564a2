import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { currentClusterDir } from '#server/adapters/postgres/cluster-folder.ts'
import { lineOf } from '#server/adapters/postgres/log-archiving.ts'
import { newObjectsIn, takeNew } from '#server/adapters/storage/new-objects.ts'
import { openStore } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { type Db, type DbHandle, openDb } from '#server/kit/db.ts'
import { type BackupStore, temporaryOf } from './backup-store.ts'
import { copyMedia, copyNewMedia, removeOld, takeBase } from './base-backups.ts'
import { removeDrill } from './restore-drill.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const LOOK_MS = 60_000
const MEDIA_EVERY_MS = 10 * 60_000
const BASE_HOURS = 24
const DRILL_DAYS = 30
/** Of one that failed. */
const REPEAT_HOURS = 24
/** Before the first drill. */
const FIRST_DRILL_HOURS = 24
/** After a failure; doubled after each further one of a copy of the database. */
const RETRY_MS = 10 * 60_000
const RETRY_MAX_MS = 6 * 3_600_000
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
  const rhythm = createRhythm(() => performance.now())
  let drill: ChildProcess | undefined
  const run = async () => {
    await rm(temporaryOf(config), { recursive: true, force: true })
    while (!ending.signal.aborted) {
      const failed = await look({
        ...options,
        database,
        rhythm,
        isEnding: () => ending.signal.aborted,
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

/** When media, and a copy that failed, are due again. `now` in milliseconds. */
export function createRhythm(now: () => number) {
  let mediaAt: number | undefined
  let failures = 0
  let retryAt = Number.NEGATIVE_INFINITY
  return {
    isMediaDue: () => mediaAt === undefined || now() - mediaAt >= MEDIA_EVERY_MS,
    /** Since the start. What was written before may not be noted: the whole folder is read through. */
    isFirst: () => mediaAt === undefined,
    onMedia: () => (mediaAt = now()),
    mayCopy: () => now() >= retryAt,
    onCopied: () => (failures = 0),
    onFailed: () => (retryAt = now() + Math.min(RETRY_MS * 2 ** failures++, RETRY_MAX_MS)),
  }
}

interface Look extends Options {
  database: DbHandle
  rhythm: ReturnType<typeof createRhythm>
  isEnding(): boolean
  drillBy(child: ChildProcess): void
}

async function look(options: Look): Promise<void> {
  const { config, backups, database, rhythm } = options
  const line = await lineOf(await currentClusterDir(config.DATA_DIR))
  const bases = await backups.bases()
  const newest = bases.find((base) => base.line === line)
  const now = systemClock.now()
  const isBaseDue = !newest || hoursSince(newest.endedAt, now) >= BASE_HOURS
  if (isBaseDue && rhythm.mayCopy()) return keepBase(options)
  if (rhythm.isMediaDue()) {
    await (rhythm.isFirst() ? copyMedia(await openStore(config), backups) : keepNewMedia(config, backups))
    rhythm.onMedia()
  }
  if (!newest) return
  const last = await database.db
    .selectFrom('restore_drill')
    .select(['finished_at as at', 'problem'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (isDrillDue(last, { firstCopy: bases.at(-1)!.endedAt, now })) await drill(options)
}

export function isDrillDue(
  last: { at: Temporal.Instant; problem: string | null } | undefined,
  { firstCopy, now }: { firstCopy: string; now: Temporal.Instant },
): boolean {
  if (!last) return hoursSince(firstCopy, now) >= FIRST_DRILL_HOURS
  return hoursSince(last.at.toString(), now) >= (last.problem === null ? DRILL_DAYS * 24 : REPEAT_HOURS)
}

const keepNewMedia = async (config: Config, backups: BackupStore): Promise<void> => {
  const media = await openStore(config)
  await takeNew(newObjectsIn(config.DATA_DIR), (keys) => copyNewMedia(media, backups, keys))
}

const hoursSince = (at: string, now: Temporal.Instant): number => now.since(Temporal.Instant.from(at)).total('hours')

async function keepBase({ config, backups, database, rhythm }: Look): Promise<void> {
  const startedAt = systemClock.now()
  const record = (of: { bytes: number | null; problem: string | null }) =>
    database.db
      .insertInto('backup_run')
      .values({ started_at: startedAt, finished_at: systemClock.now(), ...of })
      .execute()
  try {
    const { bytes } = await takeBase(config, backups)
    rhythm.onCopied()
    rhythm.onMedia()
    await record({ bytes, problem: null })
  } catch (error) {
    rhythm.onFailed()
    await record({ bytes: null, problem: error instanceof Error ? error.message : String(error) })
    throw error
  }
  await removeOld(backups, systemClock.now())
}

async function drill({ database, drillBy, isEnding }: Look): Promise<void> {
  const startedAt = systemClock.now()
  const child = spawn(process.execPath, [MAIN, 'restore', '--drill'], { stdio: ['ignore', 'inherit', 'inherit'] })
  drillBy(child)
  if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (!isEnding()) await recordEnd(database.db, startedAt, `The drill ended with ${code ?? signal}.`)
}

/** Of a drill that was killed before it told its outcome: it is no more due. */
export async function recordEnd(db: Db, startedAt: Temporal.Instant, problem: string): Promise<void> {
  const told = await db.selectFrom('restore_drill').select('started_at').where('started_at', '>=', startedAt).execute()
  const row = { started_at: startedAt, finished_at: systemClock.now(), problem }
  if (told.length === 0) await db.insertInto('restore_drill').values(row).execute()
}
