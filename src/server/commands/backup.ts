import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { MIGRATIONS, openStore } from '#server/app.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { type DumpedTable, dumpTables } from '#server/kit/dump.ts'
import { readMigrations } from '#server/kit/migrate.ts'
import { copyMedia } from './backup-media.ts'
import { withDatabase } from './migrate.ts'
import { assertMasterKey, masterKeyOf } from './master-key.ts'

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

const USAGE = 'Usage: npm run backup -- <folder>'

/**
 * `npm run backup -- <folder>`: backs up database, media and keys, also of a running instance.
 * Media that an earlier backup beside it has are linked, not copied (`backup-media.ts`).
 * First the tables of one snapshot, then the media, which are immutable, then the key. The folder is renamed only when
 * complete.
 */
export async function backupCommand(config: Config, args: string[], from: string): Promise<number> {
  const [target] = args
  if (target === undefined || target.startsWith('-') || args.length > 1) {
    console.error(USAGE)
    return target === '--help' ? 0 : 2
  }
  const folder = resolve(from, target)
  if ((await readdir(folder).catch(() => [])).length) {
    console.error(`${folder} is not empty. Specify a new folder for the backup.`)
    return 2
  }
  const masterKey = await masterKeyOf(config)
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(join(partial, 'keys'), { recursive: true, mode: 0o700 })
  const tables = await withDatabase(config, 'npm run backup', async (url) => {
    const database = openDb({ url, max: 1 })
    try {
      await assertMasterKey(database.pool, masterKey, config)
      return await dumpTables(database.pool, join(partial, 'tables'))
    } finally {
      await database.close()
    }
  })
  console.log(`Database: ${tables.length} tables, ${tables.reduce((sum, table) => sum + table.rows, 0)} rows`)
  const { linked, ...media } = await copyMedia(await openStore(config), partial)
  const shared = linked > 0 ? `, ${linked} of them shared with an earlier backup` : ''
  console.log(`Media: ${media.objects} files, ${Math.round(media.bytes / 1e6)} MB${shared}`)
  await writeFile(join(partial, 'keys', 'master.key'), masterKey, { mode: 0o600 })
  const migrations = (await readMigrations(MIGRATIONS)).map(({ name, checksum }) => ({ name, checksum }))
  const manifest: BackupManifest = { format: 1, takenAt: systemClock.now().toString(), migrations, tables, media }
  await writeFile(join(partial, 'manifest.json'), JSON.stringify(manifest, null, 1))
  await rm(folder, { recursive: true, force: true })
  await rename(partial, folder)
  console.log(`Backup written to ${folder}. It contains the master key: store it as securely as the service itself.`)
  return 0
}
