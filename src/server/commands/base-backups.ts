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
import { noteGone, removeGone } from './gone-media.ts'
import { masterKeyOf } from './master-key.ts'

/** Each instant of the last two weeks can be restored. */
const KEPT_DAYS = 14
/** Clear video, which a few days make worthless; and what an ingest still reads. */
const PASSING = /^(uploads|src)\//
const CONCURRENT_COPIES = 4

/** Longer than one takes: another process may be at it. */
const UNFINISHED_HOURS = 48

/** Names of later ones come later. */
const idOf = (startedAt: Temporal.Instant): string =>
  startedAt.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

/** The password opens the database of a restored folder; it is derived into no other secret. */
const SECRETS = { password: 'secrets/postgres.password', key: 'secrets/master.key' } as const

/**
 * Copies media and then the running embedded database into BACKUP_STORE. It is listed when it is whole: after its files and its log.
 * @throws CommandError when the database does not run
 */
export async function takeBase(config: Config, backups: BackupStore): Promise<Base> {
  const url = await findRunning(config.DATA_DIR, 'superuser')
  if (url === undefined) throw new CommandError('The database does not run.')
  const clusterDir = await currentClusterDir(config.DATA_DIR)
  const startedAt = Temporal.Now.instant()
  const line = await lineOf(clusterDir)
  const id = idOf(startedAt)
  const folder = baseKey({ line, id })
  await copyMedia(await openStore(config), backups)
  try {
    const copied = await copyDatabase(config, { backups, url, clusterDir, folder })
    const base: Base = { format: 1, line, id, startedAt: startedAt.toString(), ...copied }
    const text = Buffer.from(JSON.stringify(base))
    await backups.store.put(manifestKey(base), { bytes: text }, { contentType: 'application/json' })
    return base
  } catch (error) {
    await backups.store.remove(`${folder}/`).catch(() => undefined)
    throw error
  }
}

interface Copying {
  readonly backups: BackupStore
  readonly url: string
  readonly clusterDir: string
  readonly folder: string
}

async function copyDatabase(config: Config, { backups, url, clusterDir, folder }: Copying) {
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
  const endedAt = Temporal.Now.instant().toString()
  const hasKey = await keepSecrets(config, { backups, folder })
  return { endedAt, firstLog, lastLog, folders, files, bytes, hasKey }
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
 * Copies media that BACKUP_STORE lacks, and notes those that are there no more. They never change once written. Those of a bucket stay
 * there.
 */
export async function copyMedia(
  media: MediaStore,
  { store }: Pick<BackupStore, 'store'>,
  now = Temporal.Now.instant(),
): Promise<void> {
  if (media.localPath('state') === null) return
  const left = new Set<string>()
  for await (const key of store.list(MEDIA)) left.add(key.slice(MEDIA.length))
  const missing: string[] = []
  for await (const key of media.list('')) if (!left.delete(key) && !PASSING.test(key)) missing.push(key)
  await eachOf(missing, (key) => copyObject(media, { store }, key))
  await noteGone(store, new Set(left.values().map((key) => MEDIA + key)), now)
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
  await removeUnlisted(backups, all, now)
  await removeGone(store, limit)
}

/** Copies of a database that were never finished, since their process was killed. */
async function removeUnlisted({ store }: BackupStore, all: readonly Base[], now: Temporal.Instant): Promise<void> {
  const listed = new Set(all.map((base) => `${baseKey(base)}/`))
  const latest = idOf(now.subtract({ hours: UNFINISHED_HOURS }))
  for (const line of new Set(all.map((base) => base.line))) {
    const prefix = baseKey({ line, id: '' })
    const folders = new Set<string>()
    for await (const key of store.list(prefix)) folders.add(key.slice(0, key.indexOf('/', prefix.length) + 1))
    for (const folder of folders)
      if (!listed.has(folder) && folder.slice(prefix.length, -1) < latest) await store.remove(folder)
  }
}

/** Without its timeline. */
const placeOf = (name: string): string => name.slice(8, 24)

export interface NeededLog {
  /** Without a gap. */
  readonly names: readonly string[]
  /** The first file that is lacking, though there are later ones. */
  readonly missing: string | undefined
}

/**
 * The files of the log that a restore of `base` needs, up to an instant.
 * @param next the next copy, which was begun after that instant
 */
export function neededLogs(found: readonly string[], base: Base, next: Base | undefined): NeededLog {
  const last = next && placeAfter(placeOf(next.lastLog), MORE)
  const names = found
    .filter((name) => {
      if (!/^[0-9A-F]{24}$/.test(name) || placeOf(name) < placeOf(base.firstLog)) return false
      return last === undefined || placeOf(name) <= last
    })
    .toSorted()
  let place = placeOf(base.firstLog)
  for (const [at, name] of names.entries()) {
    if (placeOf(name) !== place) return { names: names.slice(0, at), missing: base.firstLog.slice(0, 8) + place }
    place = placeAfter(place, 1n)
  }
  return { names, missing: undefined }
}

/** @param told the file that PostgreSQL last learned is kept */
export function lackingLog({ names, missing }: NeededLog, told: string | undefined): string | undefined {
  const newest = names.at(-1)
  const isShort = told !== undefined && (newest === undefined || placeOf(newest) < placeOf(told))
  return missing ?? (isShort ? told : undefined)
}

/** Some more, until something is certainly committed: that is where a restore to an instant knows that it has passed it. */
const MORE = 4n
function placeAfter(place: string, files: bigint): string {
  const number = BigInt(`0x${place.slice(0, 8)}`) * 256n + BigInt(`0x${place.slice(8)}`) + files
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(number / 256n) + hex(number % 256n)
}

export const readSecret = (backups: BackupStore, base: Base, secret: keyof typeof SECRETS): Promise<Buffer> =>
  backups.read(`${baseKey(base)}/${SECRETS[secret]}`)
