import { mkdir, readdir, rename, rm, writeFile, copyFile, link, readFile } from 'node:fs/promises'
import { join, resolve, dirname } from 'node:path'
import type { Config } from '#server/config.ts'
import { openStore } from '#server/app.ts'
import { systemClock } from '#server/kit/clock.ts'
import { type DumpedTable, dumpTables } from '#server/kit/dump.ts'
import { appliedTo } from '#server/kit/migrate.ts'
import { defineCommand, named, runCommand } from './command.ts'
import { withDatabase } from './with-app.ts'
import { assertMasterKey, masterKeyOf } from './master-key.ts'
import { constants, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { MediaStore } from '#server/domains/media/index.ts'

/**
 * Manifest of a backup folder (manifest.json). The folder also contains tables/*.copy.gz, media/<key>,
 * media.index and keys/master.key.
 */
export interface BackupManifest {
  format: 1
  takenAt: string
  migrations: { name: string; checksum: string }[]
  tables: DumpedTable[]
  media: { objects: number; bytes: number }
}

const BACKUP = defineCommand({
  name: 'backup',
  actions: {
    '': {
      positionals: { folder: { kind: named('<folder>') } },
      help: 'backs up database, media and keys to a new folder, also of a running instance.',
    },
  },
})

export const backupCommand = (config: Config, args: readonly string[], from: string): Promise<number> =>
  runCommand(BACKUP, args, ({ folder }) => backup(config, resolve(from, folder)))

/**
 * First the tables of one snapshot, then the media, which are immutable, then the key. Media that an earlier backup beside it has are
 * linked, not copied. The folder is renamed only when complete.
 */
async function backup(config: Config, folder: string): Promise<number> {
  if ((await readdir(folder).catch(() => [])).length) {
    console.error(`${folder} is not empty. Specify a new folder for the backup.`)
    return 2
  }
  const startedAt = systemClock.now()
  const masterKey = await masterKeyOf(config)
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(join(partial, 'keys'), { recursive: true, mode: 0o700 })
  const { tables, migrations } = await withDatabase(config, 'backup', async ({ pool }) => {
    await assertMasterKey(pool, masterKey, config)
    const tables = await dumpTables(pool, join(partial, 'tables'))
    return { tables, migrations: (await appliedTo(pool)).map(({ name, checksum }) => ({ name, checksum })) }
  })
  console.log(`Database: ${tables.length} tables, ${tables.reduce((sum, table) => sum + table.rows, 0)} rows`)
  const { linked, ...media } = await copyMedia(await openStore(config), partial)
  const shared = linked > 0 ? `, ${linked} of them shared with an earlier backup` : ''
  console.log(`Media: ${media.objects} files, ${Math.round(media.bytes / 1e6)} MB${shared}`)
  await writeFile(join(partial, 'keys', 'master.key'), masterKey, { mode: 0o600 })
  const manifest: BackupManifest = { format: 1, takenAt: systemClock.now().toString(), migrations, tables, media }
  await writeFile(join(partial, 'manifest.json'), JSON.stringify(manifest, null, 1))
  await rm(folder, { recursive: true, force: true })
  await rename(partial, folder)
  await withDatabase(config, 'backup', ({ db }) =>
    db
      .insertInto('backup_run')
      .values({ started_at: startedAt, finished_at: systemClock.now(), bytes: media.bytes, problem: null })
      .execute(),
  )
  console.log(`Backup written to ${folder}. It contains the master key: store it as securely as the service itself.`)
  return 0
}

/** Lists the media of a backup with their versions in the store: `[key, version]` a line, as JSON. */
const INDEX = 'media.index'
const MEDIA = 'media'

/** Copies at a time. Most media are small files, so the time goes into opening them. */
const CONCURRENT_COPIES = 8

export type CopiedMedia = { objects: number; bytes: number; linked: number }

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

async function earlierBackups(folder: string): Promise<Earlier[]> {
  const parent = dirname(folder)
  const names = await readdir(parent, { withFileTypes: true }).catch(() => [])
  const folders = names.filter((entry) => entry.isDirectory()).map((entry) => join(parent, entry.name))
  return (await Promise.all(folders.map(readIndex))).filter((earlier) => earlier !== undefined)
}

/**
 * Copies every object of a store into a backup. What an earlier backup beside it has in the same version becomes a hard
 * link to it, so each backup is complete, and takes up time and space for new media only. Where the disk has no
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

  const work = async () => {
    for (let next = await keys.next(); next.done !== true; next = await keys.next()) await copy(next.value)
  }

  async function copy(key: string): Promise<void> {
    // Clear video, which a few days make worthless.
    if (key.startsWith('uploads/')) return
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

/** @returns false if the disk cannot, or the file is gone */
const tryLink = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  )

/** @returns false if it was removed meanwhile */
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
