import { constants, createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MediaStore } from '#server/domains/media/index.ts'

/** Lists the media of a backup with their versions in the store: `[key, version]` a line, as JSON. */
const INDEX = 'media.index'
const MEDIA = 'media'

/** Copies at a time. Most media are small files, so the time goes into opening them. */
const CONCURRENT_COPIES = 8

export type CopiedMedia = { objects: number; bytes: number; linked: number }

/** A finished backup that lists its media. */
type Earlier = { folder: string; versions: ReadonlyMap<string, string> }

/** Versions of the media of a finished backup; undefined for an older format and for anything else. */
async function readIndex(folder: string): Promise<Earlier | undefined> {
  try {
    await readFile(join(folder, 'manifest.json'))
    const lines = (await readFile(join(folder, INDEX), 'utf8')).split('\n').filter((line) => line !== '')
    return { folder, versions: new Map(lines.map((line) => JSON.parse(line) as [string, string])) }
  } catch {
    return undefined
  }
}

/** The finished backups beside a new one. */
async function earlierBackups(folder: string): Promise<Earlier[]> {
  const parent = dirname(folder)
  const names = await readdir(parent, { withFileTypes: true }).catch(() => [])
  const folders = names.filter((entry) => entry.isDirectory()).map((entry) => join(parent, entry.name))
  return (await Promise.all(folders.map(readIndex))).filter((earlier) => earlier !== undefined)
}

/**
 * Copies every object of a store into a backup. What an earlier backup beside it has in the same version becomes a hard
 * link to it, so each backup is complete by itself, and takes up time and space for new media only. Where the disk has no
 * hard links, it is copied.
 * @param folder the new backup, still under its temporary name
 */
export async function copyMedia(
  store: Pick<MediaStore, 'list' | 'stat' | 'open' | 'localPath'>,
  folder: string,
): Promise<CopiedMedia> {
  const earlier = await earlierBackups(folder)
  const copied: CopiedMedia = { objects: 0, bytes: 0, linked: 0 }
  const index: string[] = []
  const keys = store.list('')[Symbol.asyncIterator]()

  /** Takes one key after the other. Several of these run at a time. */
  const work = async () => {
    for (let next = await keys.next(); next.done !== true; next = await keys.next()) await copy(next.value)
  }

  async function copy(key: string): Promise<void> {
    const found = await store.stat(key)
    if (!found) return
    const version = `${found.size} ${found.etag}`
    const file = join(folder, MEDIA, ...key.split('/'))
    await mkdir(dirname(file), { recursive: true })
    const same = earlier.find(({ versions }) => versions.get(key) === version)
    const isLinked = same !== undefined && (await tryLink(join(same.folder, MEDIA, ...key.split('/')), file))
    if (!isLinked && !(await copyObject(store, key, file))) return
    copied.objects += 1
    copied.bytes += found.size
    copied.linked += isLinked ? 1 : 0
    index.push(JSON.stringify([key, version]))
  }

  await Promise.all(Array.from({ length: CONCURRENT_COPIES }, work))
  await writeFile(join(folder, INDEX), index.toSorted().join('\n'))
  return copied
}

/** Links a file. @returns false if the disk cannot, or the file is gone */
const tryLink = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  )

/** Copies an object. @returns false if it was removed meanwhile */
async function copyObject(store: Pick<MediaStore, 'open' | 'localPath'>, key: string, file: string): Promise<boolean> {
  const path = store.localPath(key)
  if (path !== null) {
    return copyFile(path, file, constants.COPYFILE_FICLONE).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false
        throw error
      },
    )
  }
  const object = await store.open(key)
  if (!object) return false
  await pipeline(object.body, createWriteStream(file))
  return true
}
