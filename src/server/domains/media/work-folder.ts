import { chmod, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export async function withFile<T>(path: string, mode: 'r' | 'w', work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, mode)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** The work folder holds clear video. */
const PRIVATE = 0o700

/** Corrects the mode of an existing one. */
export async function openWorkFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE })
  if (process.platform !== 'win32' && ((await stat(folder)).mode & 0o777) !== PRIVATE) await chmod(folder, PRIVATE)
}

const sync = (path: string): Promise<void> => withFile(path, 'r', (file) => file.sync())

/** Windows (evaluation only) cannot flush a file opened for reading. */
const syncFile = async (path: string): Promise<void> => {
  if (process.platform !== 'win32') await sync(path)
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? syncTree(path) : syncFile(path))
  }
  await syncFile(folder)
}

/** Atomic: `work` writes to `{folder}.tmp`, which is flushed, then renamed. */
export async function fillFolder<T>(folder: string, work: (temporary: string) => Promise<T>): Promise<T> {
  const unfinished = `${folder}.tmp`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  try {
    const result = await work(unfinished)
    await syncTree(unfinished)
    await rm(folder, { recursive: true, force: true })
    await moveFolder(unfinished, folder)
    return result
  } catch (error) {
    // It would occupy the space that the job waits for.
    await removeFolder(unfinished).catch(() => undefined)
    throw error
  }
}

/** Flushes the parent directory. */
export async function moveFolder(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to)
  await syncFile(dirname(to))
}

export const exists = (path: string): Promise<boolean> =>
  open(path, 'r').then(
    (file) => file.close().then(() => true),
    () => false,
  )

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 })

export const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T
