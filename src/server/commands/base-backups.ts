import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { copyCluster } from '#server/adapters/postgres/base-backup.ts'
import { findRunning } from '#server/adapters/postgres/cluster.ts'
import { currentClusterDir } from '#server/adapters/postgres/cluster-folder.ts'
import { lineOf } from '#server/adapters/postgres/log-archiving.ts'
import { openStore } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { type BackupStore, type Base, baseKey, logKey, manifestKey, MEDIA } from './backup-store.ts'
import { masterKeyOf } from './master-key.ts'

/** Each instant of the last two weeks can be restored. */
const KEPT_DAYS = 14
/** Clear video, which a few days make worthless; and what an ingest still reads. */
const PASSING = /^(uploads|src)\//
const CONCURRENT_COPIES = 4

/** The password opens the database of a restored folder; it is derived into no other secret. */
const SECRETS = { password: 'secrets/postgres.password', key: 'secrets/master.key' } as const

/**
 * Copies the running embedded database into BACKUP_STORE. It is listed when it is whole: after its files, its log and the media.
 * @throws CommandError when the database does not run
 */
export async function takeBase(config: Config, backups: BackupStore): Promise<Base> {
  const url = await findRunning(config.DATA_DIR, 'superuser')
  if (url === undefined) throw new CommandError('The database does not run.')
  const clusterDir = await currentClusterDir(config.DATA_DIR)
  const startedAt = Temporal.Now.instant()
  const line = await lineOf(clusterDir)
  const id = startedAt.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
  const folder = baseKey({ line, id })
  const files: string[] = []
  let bytes = 0
  const { firstLog, lastLog, folders } = await copyCluster(
    { url, clusterDir, isArchived: true },
    async (name, from) => {
      const isThere = await backups.put(`${folder}/files/${name}`, from).then(() => true, ignoreMissing)
      if (!isThere) return
      files.push(name)
      bytes += 'bytes' in from ? from.bytes.length : await sizeOf(from.file)
    },
  )
  const endedAt = Temporal.Now.instant()
  const hasKey = await keepSecrets(config, { backups, folder })
  const media = await copyMedia(await openStore(config), backups)
  const base: Base = {
    format: 1,
    line,
    id,
    startedAt: startedAt.toString(),
    endedAt: endedAt.toString(),
    firstLog,
    lastLog,
    folders,
    files,
    bytes,
    media,
    hasKey,
  }
  const text = Buffer.from(JSON.stringify(base))
  await backups.store.put(manifestKey(base), { bytes: text }, { contentType: 'application/json' })
  return base
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

function ignoreMissing(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
  throw error
}

async function keepSecrets(config: Config, { backups, folder }: { backups: BackupStore; folder: string }) {
  await backups.put(`${folder}/${SECRETS.password}`, { file: join(config.DATA_DIR, 'postgres.password') })
  if (config.MASTER_KEY) return false
  await backups.put(`${folder}/${SECRETS.key}`, { bytes: await masterKeyOf(config) })
  return true
}

/**
 * Copies media that BACKUP_STORE lacks. They never change once written. Those of a bucket stay there.
 * @returns the keys of all
 */
export async function copyMedia(media: MediaStore, { store }: Pick<BackupStore, 'store'>): Promise<string[]> {
  if (media.localPath('state') === null) return []
  const kept = new Set<string>()
  for await (const key of store.list(MEDIA)) kept.add(key.slice(MEDIA.length))
  const keys: string[] = []
  for await (const key of media.list('')) if (!PASSING.test(key)) keys.push(key)
  await eachOf(
    keys.filter((key) => !kept.has(key)),
    (key) => copyObject(media, { store }, key),
  )
  return keys
}

/** Of the objects that are named, without looking at others. */
export async function copyNewMedia(
  media: MediaStore,
  backups: Pick<BackupStore, 'store'>,
  keys: readonly string[],
): Promise<void> {
  const copied = keys.filter((key) => !PASSING.test(key))
  await eachOf(copied, async (key) => {
    if (!(await backups.store.stat(MEDIA + key))) await copyObject(media, backups, key)
  })
}

/** An object that is removed meanwhile is none. */
async function copyObject(media: MediaStore, { store }: Pick<BackupStore, 'store'>, key: string): Promise<void> {
  const found = await media.stat(key)
  const put = () => store.put(MEDIA + key, { file: media.localPath(key)! }, { contentType: found!.contentType })
  if (found) await put().catch(ignoreMissing)
}

async function eachOf(keys: readonly string[], copy: (key: string) => Promise<void>): Promise<void> {
  const left = keys.values()
  const work = async () => {
    for (const key of left) await copy(key)
  }
  await Promise.all(Array.from({ length: CONCURRENT_COPIES }, work))
}

/** Removes what no instant of the last weeks needs. */
export async function removeOld(backups: BackupStore, now: Temporal.Instant): Promise<void> {
  const { store } = backups
  const all = await backups.bases()
  const limit = now.subtract({ hours: KEPT_DAYS * 24 }).toString()
  const oldest = all.findIndex(({ endedAt }) => endedAt < limit)
  const kept = oldest === -1 ? all : all.slice(0, oldest + 1)
  for (const base of all.slice(kept.length)) {
    await store.remove(manifestKey(base))
    await store.remove(`${baseKey(base)}/`)
  }
  for (const line of new Set(all.map((base) => base.line))) {
    const first = kept.findLast((base) => base.line === line)
    for (const name of await backups.logs(line))
      if (!first || placeOf(name) < placeOf(first.firstLog)) await store.remove(logKey(line, name))
  }
  if (kept.length === all.length) return
  const media = new Set(kept.flatMap((base) => base.media))
  for await (const key of store.list(MEDIA)) if (!media.has(key.slice(MEDIA.length))) await store.remove(key)
}

/** Without its timeline. */
const placeOf = (name: string): string => name.slice(8, 24)

/**
 * The files of the log that a restore of `base` needs, up to an instant.
 * @param next the next copy, which was begun after that instant
 */
export function neededLogs(names: readonly string[], base: Base, next: Base | undefined): string[] {
  const last = next && nextPlaces(placeOf(next.lastLog))
  return names.filter((name) => {
    if (!/^[0-9A-F]{24}$/.test(name) || placeOf(name) < placeOf(base.firstLog)) return false
    return last === undefined || placeOf(name) <= last
  })
}

/** Some more, until something is certainly committed: that is where a restore to an instant knows that it has passed it. */
const MORE = 4n
function nextPlaces(place: string): string {
  const number = BigInt(`0x${place.slice(0, 8)}`) * 256n + BigInt(`0x${place.slice(8)}`) + MORE
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(number / 256n) + hex(number % 256n)
}

export const readSecret = (backups: BackupStore, base: Base, secret: keyof typeof SECRETS): Promise<Buffer> =>
  backups.read(`${baseKey(base)}/${SECRETS[secret]}`)
