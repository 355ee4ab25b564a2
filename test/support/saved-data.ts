import { execFile } from 'node:child_process'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createCluster } from '#server/adapters/postgres/cluster.ts'
import { chooseAccount } from '#server/adapters/postgres/cluster-user.ts'
import { openDb } from '#server/kit/db.ts'
import { unpackFolder } from './folder-archive.ts'

/** A member of a saved data folder, with what signs in. */
export interface SavedMember {
  mobileno: string
  password: string
  parentalCode: string
  /** Of the member's sessions, by what they have chosen. */
  tokens: Partial<Record<'adult' | 'undecided' | 'child' | 'ended', string>>
  profiles: Partial<Record<'adult' | 'child', string>>
}

/** What a saved data folder holds (`data-folder.json` beside it). */
export interface SavedData {
  film: { programId: string; programGuid: string; streamSha256: string }
  episode: { programId: string; programGuid: string }
  members: Record<'family' | 'customer', SavedMember>
}

const fixture = (version: string, file: string) => resolve('test/fixtures', version, file)

/** What the saved data folder of a version holds. */
export const readSavedData = async (version: string): Promise<SavedData> =>
  JSON.parse(await readFile(fixture(version, 'data-folder.json'), 'utf8')) as SavedData

/**
 * Unpacks the saved data folder of a version, as its service left it. What ends with time (sessions, the history of the last
 * months) is moved to today, so that the test holds in any year.
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

/** Unpacks the saved backup of a version; its media are those of its data folder. */
export async function unpackBackup(version: string, { dataDir, backup }: { dataDir: string; backup: string }) {
  await mkdir(backup)
  await unpackFolder(await readFile(fixture(version, 'backup.zst')), backup)
  await cp(join(dataDir, 'media'), join(backup, 'media'), { recursive: true })
}
