import { createDecipheriv } from 'node:crypto'
import { readlink, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { lineOf } from '#server/adapters/postgres/log-archiving.ts'
import { currentClusterDir } from '#server/adapters/postgres/cluster-folder.ts'
import { livePostmaster, stopPostmaster } from '#server/adapters/postgres/cluster-launch.ts'
import { lockDataDir } from '#server/adapters/postgres/data-dir-lock.ts'
import type { App } from '#server/app.ts'
import { MIGRATIONS } from '#server/migrations.ts'
import type { Config } from '#server/config.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { openDb } from '#server/kit/db.ts'
import { migrate } from '#server/kit/migrate.ts'
import { MEDIA, openBackups } from './backup-store.ts'
import { lackingLog } from './base-backups.ts'
import { differencesOf } from './ledger.ts'
import { chooseBase, keyOf, restoreDatabase } from './restore-to.ts'
import { withApp, withDatabase } from './with-app.ts'

const ASSETS = 3
/** Left free on the disk of the service. */
const RESERVE_BYTES = 2e9

/**
 * Restores what BACKUP_STORE has beside the service, checks the ledger, decrypts a segment of three films, and removes it again. The
 * running service tells the outcome in its metrics.
 */
export async function runDrill(config: Config): Promise<number> {
  if (config.BACKUP_STORE === undefined) throw new CommandError('--drill restores from BACKUP_STORE, which is not set.')
  const startedAt = systemClock.now()
  const problems = await drill(config).catch((error: unknown) => [
    error instanceof Error ? error.message : String(error),
  ])
  const problem = problems.length === 0 ? null : problems.join('\n')
  await withDatabase(config, 'restore', ({ db }) =>
    db.insertInto('restore_drill').values({ started_at: startedAt, finished_at: systemClock.now(), problem }).execute(),
  )
  console.log(problem === null ? 'Drill: what BACKUP_STORE has can be restored.' : `Drill failed: ${problem}`)
  return problem === null ? 0 : 1
}

const drillFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'drill')

/** @returns what is wrong */
async function drill(config: Config): Promise<string[]> {
  const backups = (await openBackups(config))!
  const told = await lastTold(config)
  const chosen = chooseBase(await backups.bases(), 'latest', systemClock.now())
  const key = await keyOf(config, backups, chosen.base)
  if (!key) return ['BACKUP_STORE has no master key, and MASTER_KEY is not set.']
  const { bavail, bsize } = await statfs(config.DATA_DIR)
  if (bavail * bsize < 2 * chosen.base.bytes + RESERVE_BYTES)
    return ['The disk of DATA_DIR has no room for a second database.']
  const folder = drillFolder(config)
  const lock = await lockDataDir(folder, { purpose: 'npm run restore -- --drill', patient: false })
  try {
    await removeCluster(folder)
    const problems: string[] = []
    const beside = { ...config, DATA_DIR: folder, MASTER_KEY: Buffer.from(key), BACKUP_STORE: undefined }
    const log = await restoreDatabase(beside, { backups, ...chosen, target: 'latest' }, async (url) => {
      await migrateUp(url)
      const media = config.MEDIA_STORE === 'file' ? below(backups.store, MEDIA) : undefined
      await withApp({ ...beside, DATABASE_URL: url }, 'restore', async (app) => {
        problems.push(...((await differencesOf(app.domains)) ?? ['The ledger could not be checked.']))
        problems.push(...(await unreadable(app, media ?? app.store)))
      })
    })
    const lacking = lackingLog(log, told?.line === chosen.base.line ? told.name : undefined)
    if (lacking)
      problems.push(`BACKUP_STORE lacks ${lacking} of the log: what was written from there on cannot be restored.`)
    return problems
  } finally {
    await removeDrill(config)
    await lock.release()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The file of the log that the running PostgreSQL last learned is kept. */
async function lastTold(config: Config): Promise<{ line: string; name: string } | undefined> {
  const { rows } = await withDatabase(config, 'restore', ({ pool }) =>
    pool.query<{ name: string | null }>('select last_archived_wal as name from pg_stat_archiver'),
  )
  const [name] = /^[0-9A-F]{24}/.exec(rows[0]?.name ?? '') ?? []
  return name === undefined ? undefined : { line: await lineOf(await currentClusterDir(config.DATA_DIR)), name }
}

async function migrateUp(url: string): Promise<void> {
  const { pool, close } = openDb({ url, max: 1 })
  await migrate(pool, { folder: MIGRATIONS, clock: systemClock }).finally(close)
}

/** Ends what a killed drill has left, too. */
export const removeDrill = (config: Pick<Config, 'DATA_DIR'>): Promise<void> => removeCluster(drillFolder(config))

async function removeCluster(folder: string): Promise<void> {
  const clusterDir = await currentClusterDir(folder)
  const running = await livePostmaster(clusterDir)
  if (running) await stopPostmaster(running.pid, clusterDir, '')
  // The database is elsewhere where its account cannot enter the data folder.
  const link = await readlink(join(folder, 'postgres')).catch(() => undefined)
  if (link !== undefined) await rm(dirname(link), { recursive: true, force: true })
  for (const name of ['postgres', 'postgres.draft', 'postgres.password', 'media', 'work'])
    await rm(join(folder, name), { recursive: true, force: true })
}

type Readable = Pick<MediaStore, 'list' | 'open'>

const below = (store: Readable, prefix: string): Readable => ({
  open: (key, range) => store.open(prefix + key, range),
  async *list(keys) {
    for await (const key of store.list(prefix + keys)) yield key.slice(prefix.length)
  },
})

/** Of some films, the first segment of a track, read with the key of the restored database. */
async function unreadable({ database, domains }: App, media: Readable): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select asset_id as id from asset where state = 'ready' and replaced_at is null order by random() limit $1`,
    [ASSETS],
  )
  const problems: string[] = []
  for (const { id } of rows) {
    const isRead = await canDecrypt(media, id, await domains.media.contentKey(id)).catch(() => false)
    if (!isRead) problems.push(`The asset ${id} cannot be decrypted.`)
  }
  return problems
}

const SEGMENT = /^(.*)\/(\d{5})\.m4s$/

/** RFC 8216: the initialization vector is the media sequence number. */
async function canDecrypt(media: Readable, assetId: string, key: Buffer | null): Promise<boolean> {
  let segment: string | undefined
  for await (const name of media.list(`a/${assetId}/`)) if (SEGMENT.test(name)) segment = name
  const [, track, number] = SEGMENT.exec(segment ?? '') ?? []
  const playlist = track && (await read(media, `${track}/index.m3u8`))?.toString()
  const encrypted = segment && (await read(media, segment))
  const [, first] = /#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(playlist || '') ?? []
  if (!encrypted || first === undefined || key === null) return false
  const iv = Buffer.alloc(16)
  iv.writeBigUInt64BE(BigInt(first) + BigInt(number!) - 1n, 8)
  const decipher = createDecipheriv('aes-128-cbc', key, iv)
  const clear = Buffer.concat([decipher.update(encrypted), decipher.final()])
  return ['styp', 'moof', 'sidx', 'emsg'].includes(clear.toString('latin1', 4, 8))
}

async function read(media: Readable, key: string): Promise<Buffer | undefined> {
  const object = await media.open(key)
  return object ? buffer(object.body) : undefined
}
