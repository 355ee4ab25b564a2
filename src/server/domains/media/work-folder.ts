import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Opens a file for one piece of work. */
export async function withFile<T>(path: string, mode: 'r' | 'w', work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, mode)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** Has a file or a folder's list of names on the disk. */
const sync = (path: string): Promise<void> => withFile(path, 'r', (file) => file.sync())

/** Windows flushes only what is open for writing; a service there is for trying things out. */
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

/**
 * Makes a folder whole or not at all: `work` fills `{folder}.tmp`, which is on the disk before it gets its name.
 * What is left half done is thrown away, at once or by the next attempt.
 */
export async function fillFolder<T>(folder: string, work: (unfinished: string) => Promise<T>): Promise<T> {
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
    // On a full disk the job waits for room: what it could not finish must not be what fills it.
    await removeFolder(unfinished).catch(() => undefined)
    throw error
  }
}

/** Renames a folder for good. */
export async function moveFolder(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to)
  await syncFile(dirname(to))
}

/** Whether there is anything at a path. */
export const exists = (path: string): Promise<boolean> =>
  open(path, 'r').then(
    (file) => file.close().then(() => true),
    () => false,
  )

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 })

export const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T
