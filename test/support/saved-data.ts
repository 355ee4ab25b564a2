import { execFile } from 'node:child_process'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createCluster } from '#server/adapters/postgres/cluster.ts'
import { chooseAccount } from '#server/adapters/postgres/cluster-folder.ts'
import { openDb } from '#server/kit/db.ts'
import { unpackFolder } from './folder-archive.ts'

/** A member of a saved data folder with credentials. */
export interface SavedMember {
  mobileno: string
  password: string
  parentalCode: string
  /** Tokens of the member's sessions, by their profile. */
  tokens: Partial<Record<'adult' | 'undecided' | 'child' | 'ended', string>>
  profiles: Partial<Record<'adult' | 'child', string>>
}

/** The content of a saved data folder (`data-folder.json` beside it). */
export interface SavedData {
  film: { programId: string; programGuid: string; streamSha256: string }
  episode: { programId: string; programGuid: string }
  members: Record<'family' | 'customer', SavedMember>
}

const fixture = (version: string, file: string) => resolve('test/fixtures', version, file)

/** Reads the content of a version's saved data folder. */
export const readSavedData = async (version: string): Promise<SavedData> =>
  JSON.parse(await readFile(fixture(version, 'data-folder.json'), 'utf8')) as SavedData

/**
 * Unpacks the saved data folder of a version. Sessions and history, which expire, are moved to today, so that the test does not
 * depend on the date.
 */
export async function unpackDataFolder(version: string, dataDir: string): Promise<void> {
  await mkdir(dataDir)
  await unpackFolder(await readFile(fixture(version, 'data-folder.zst')), dataDir)
  const account = await chooseAccount(join(dataDir, 'postgres'))
  if (account) await promisify(execFile)('chown', ['-R', `${account.uid}:${account.gid}`, join(dataDir, 'postgres')])
  const cluster = createCluster({ dataDir, log: () => undefined })
  try {
    const { pool, close } = openDb({ url: (await cluster.start()).url, max: 1 })
    await pool.query('update session set last_used_at = now() where ended_at is null')
    await pool.query('update bookmark set at = now()')
    await close()
  } finally {
    await cluster.stop()
  }
}

/** Unpacks the saved backup of a version, with the media of its data folder. */
export async function unpackBackup(version: string, { dataDir, backup }: { dataDir: string; backup: string }) {
  await mkdir(backup)
  await unpackFolder(await readFile(fixture(version, 'backup.zst')), backup)
  await cp(join(dataDir, 'media'), join(backup, 'media'), { recursive: true })
}
