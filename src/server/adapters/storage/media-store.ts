import type { MediaStore, ByteRange, MediaBody, MediaStat } from '#server/domains/media/ports.ts'
import { parseStoreAddress, checkKey, typeOf } from './keys.rules.ts'
import { noteNew } from './new-objects.ts'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type StoreSettings = {
  /** `file` or `s3://bucket/prefix` */
  address: string
  folder: string
  region: string
  /** For other stores than Amazon's. */
  endpoint?: string | undefined
  /** If absent, the S3 client's credential chain: environment, profile, role. */
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  /** Requests wait for what is written. */
  promptWrites?: boolean | undefined
  /** Of a folder: where the names of new objects are noted. */
  newObjects?: string | undefined
}

/** Loads the S3 client only if needed. */
export async function openMediaStore(settings: StoreSettings): Promise<MediaStore> {
  const { address, folder, region, endpoint, promptWrites, newObjects } = settings
  const parsed = parseStoreAddress(address)
  if (parsed.kind === 'file') return createFileStore(folder, newObjects)
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store({ ...parsed, region, endpoint, credentials: credentialsOf(settings), promptWrites })
}

export const credentialsOf = ({ accessKeyId, secretAccessKey }: StoreSettings) =>
  accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined

/** A segment takes one or two reads. */
const READ_BYTES = 1 << 20

/** No key can have this name. */
const TEMPORARY = '.unfinished'

/** Of file systems without hard links, or when a file has too many. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'ENOSYS'])

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Atomic: written to a temporary file, flushed and renamed.
 * @param newObjects the folder of `noteNew`
 */
export function createFileStore(folder: string, newObjects?: string): MediaStore {
  const pathOf = (key: string) => join(folder, checkKey(key))
  const note = async (key: string) => (newObjects === undefined ? undefined : noteNew(newObjects, key))
  const copy = (from: string, to: string) => linkObject({ folder, put, note }, from, to)
  return { put, copy, open: openObject, stat: statObject, remove, list, localPath: pathOf }

  async function put(key: string, body: MediaBody): Promise<void> {
    const path = pathOf(key)
    const temporaryPath = join(folder, TEMPORARY, randomUUID())
    await mkdir(join(folder, TEMPORARY), { recursive: true })
    try {
      if ('file' in body) await copyFile(body.file, temporaryPath)
      await writeDurably(temporaryPath, body)
      await mkdir(dirname(path), { recursive: true })
      await note(key)
      await rename(temporaryPath, path)
      await syncFolder(dirname(path))
    } catch (error) {
      await rm(temporaryPath, { force: true })
      throw error
    }
  }

  async function statObject(key: string): Promise<MediaStat | null> {
    try {
      const found = await stat(pathOf(key))
      if (!found.isFile()) return null
      const etag = `"${found.size.toString(16)}-${Math.round(found.mtimeMs).toString(16)}"`
      return { size: found.size, contentType: typeOf(key), etag }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function openObject(key: string, range?: ByteRange) {
    const found = await statObject(key)
    if (!found) return null
    const body = createReadStream(pathOf(key), { ...range, highWaterMark: READ_BYTES })
    return { stat: found, body }
  }

  async function remove(prefix: string): Promise<void> {
    const path = pathOf(prefix)
    if (prefix.endsWith('/')) await rm(path, { recursive: true, force: true, maxRetries: 3 })
    else await rm(path, { force: true })
    await removeEmpty(dirname(path))
  }

  /** Empty since their last object went. */
  async function removeEmpty(path: string): Promise<void> {
    if (!path.startsWith(folder) || path === folder) return
    try {
      await rmdir(path)
    } catch {
      return
    }
    await removeEmpty(dirname(path))
  }

  async function* list(prefix: string): AsyncIterable<string> {
    if (prefix && !prefix.endsWith('/')) {
      if (await statObject(prefix)) yield prefix
      return
    }
    const entries = await readdir(prefix ? pathOf(prefix) : folder, { withFileTypes: true }).catch((error) => {
      if (isMissing(error)) return []
      throw error
    })
    for (const entry of entries.filter(({ name }) => name !== TEMPORARY)) {
      if (entry.isDirectory()) yield* list(`${prefix}${entry.name}/`)
      else yield `${prefix}${entry.name}`
    }
  }
}

type Writer = {
  folder: string
  put: (key: string, body: MediaBody) => Promise<void>
  note: (key: string) => Promise<void>
}

/** A second name of the same file, which is never written to again. */
async function linkObject({ folder, put, note }: Writer, from: string, to: string): Promise<void> {
  const [source, path] = [join(folder, checkKey(from)), join(folder, checkKey(to))]
  const temporaryPath = join(folder, TEMPORARY, randomUUID())
  await mkdir(join(folder, TEMPORARY), { recursive: true })
  try {
    await link(source, temporaryPath)
    await mkdir(dirname(path), { recursive: true })
    await note(to)
    await rename(temporaryPath, path)
    await syncFolder(dirname(path))
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    await put(to, { file: source })
  } finally {
    // Where both are one file already, a rename does nothing.
    await rm(temporaryPath, { force: true })
  }
}

async function writeDurably(path: string, body: MediaBody): Promise<void> {
  const file = await open(path, 'file' in body ? 'r+' : 'w')
  try {
    if ('bytes' in body) await file.writeFile(body.bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(path, 'r')
  await opened.sync().finally(() => opened.close())
}
