import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createGunzip, createGzip, gunzip, gzip } from 'node:zlib'
import type { LogArchive } from '#server/adapters/postgres/log-archiving.ts'
import { openBackupStore } from '#server/app.ts'
import type { Settings } from '#server/config.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { newId } from '#server/kit/ids.ts'

/** A copy of the embedded database, and of the log that makes it whole. */
export interface Base {
  readonly format: 1
  readonly line: string
  readonly id: string
  readonly startedAt: string
  /** Each later instant can be restored, as far as there is a log. */
  readonly endedAt: string
  readonly firstLog: string
  readonly lastLog: string
  readonly folders: readonly string[]
  readonly files: readonly string[]
  readonly bytes: number
  /** Whether it has the master key, which otherwise is in MASTER_KEY. */
  readonly hasKey: boolean
}

/** What BACKUP_STORE has: `bases/`, which is listed first, `media/`, `gone-media.gz`, and of each unbroken log
 * `{line}/base/{id}/` and `{line}/log/`. */
export interface BackupStore {
  readonly store: MediaStore
  readonly logArchive: LogArchive
  /** The newest first. */
  bases(): Promise<Base[]>
  /** The names of its files. */
  logs(line: string): Promise<string[]>
  put(key: string, from: { file: string } | { bytes: Uint8Array }): Promise<void>
  read(key: string): Promise<Buffer>
  unpack(key: string, to: string): Promise<void>
}

const GZ = '.gz'
const OCTETS = { contentType: 'application/octet-stream' }
const FAST = { level: constants.Z_BEST_SPEED }
const [zip, unzip] = [promisify(gzip), promisify(gunzip)]

export const baseKey = ({ line, id }: Pick<Base, 'line' | 'id'>): string => `${line}/base/${id}`
export const logKey = (line: string, name: string): string => `${line}/log/${name}${GZ}`
export const MEDIA = 'media/'
export const manifestKey = ({ line, id }: Pick<Base, 'line' | 'id'>): string => `bases/${line}-${id}.json`

export type BackupConfig = Settings<'media'> &
  Pick<Settings<'server'>, 'DATA_DIR'> &
  Pick<Settings<'database'>, 'BACKUP_STORE'>

/** What a process that was killed left in it is of no use. */
export const temporaryOf = ({ DATA_DIR }: Pick<BackupConfig, 'DATA_DIR'>): string => join(DATA_DIR, 'backup.tmp')

/** Undefined without BACKUP_STORE. */
export const openBackups = async (config: BackupConfig): Promise<BackupStore | undefined> =>
  config.BACKUP_STORE === undefined
    ? undefined
    : createBackupStore(await openBackupStore({ ...config, BACKUP_STORE: config.BACKUP_STORE }), {
        temporary: temporaryOf(config),
      })

/** @param temporary files on their way */
export function createBackupStore(store: MediaStore, { temporary }: { temporary: string }): BackupStore {
  /** They never change. */
  const known = new Map<string, Base>()
  return { store, logArchive: { keep: keepLog }, bases, logs, put, read, unpack }

  async function keepLog(line: string, name: string, file: string): Promise<void> {
    const key = logKey(line, name)
    const bytes = await readFile(file)
    if (await store.stat(key)) {
      // PostgreSQL repeats a file whose success it did not learn of.
      if ((await read(key)).equals(bytes)) return
      throw new Error(`it has ${key} with other contents: another copy of this data folder uses it`)
    }
    await store.put(key, { bytes: await zip(bytes, FAST) }, OCTETS)
  }

  async function bases(): Promise<Base[]> {
    const keys = await Array.fromAsync(store.list('bases/'))
    for (const key of known.keys()) if (!keys.includes(key)) known.delete(key)
    for (const key of keys) if (!known.has(key)) known.set(key, JSON.parse((await plain(key)).toString()) as Base)
    return [...known.values()].toSorted((one, other) => (one.endedAt < other.endedAt ? 1 : -1))
  }

  async function logs(line: string): Promise<string[]> {
    const names: string[] = []
    for await (const key of store.list(`${line}/log/`)) names.push(key.slice(`${line}/log/`.length, -GZ.length))
    return names.toSorted()
  }

  async function put(key: string, from: { file: string } | { bytes: Uint8Array }): Promise<void> {
    if ('bytes' in from) return store.put(`${key}${GZ}`, { bytes: await zip(from.bytes, FAST) }, OCTETS)
    await mkdir(temporary, { recursive: true, mode: 0o700 })
    const file = join(temporary, newId())
    try {
      await pipeline(createReadStream(from.file), createGzip(FAST), createWriteStream(file, { mode: 0o600 }))
      await store.put(`${key}${GZ}`, { file }, OCTETS)
    } finally {
      await rm(file, { force: true })
    }
  }

  async function plain(key: string): Promise<Buffer> {
    const object = await store.open(key)
    if (!object) throw new Error(`BACKUP_STORE lacks ${key}`)
    return buffer(object.body)
  }

  async function read(key: string): Promise<Buffer> {
    return unzip(await plain(key.endsWith(GZ) ? key : `${key}${GZ}`))
  }

  async function unpack(key: string, to: string): Promise<void> {
    const object = await store.open(key.endsWith(GZ) ? key : `${key}${GZ}`)
    if (!object) throw new Error(`BACKUP_STORE lacks ${key}`)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await pipeline(object.body, createGunzip(), createWriteStream(to, { mode: 0o600 }))
  }
}

/** A file of the log is full of zeros after what was written within 45 s: they take no room. */
export async function writeSparse(to: string, bytes: Buffer): Promise<void> {
  let end = bytes.length
  while (end >= 8 && bytes.readBigUInt64LE(end - 8) === 0n) end -= 8
  const file = await open(to, 'w', 0o600)
  try {
    await file.writeFile(bytes.subarray(0, end))
    await file.truncate(bytes.length)
  } finally {
    await file.close()
  }
}
