import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import type { Settings } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { deriveKey, makeMasterKey, readMasterKey } from '#server/kit/keys.ts'
import { CommandError } from '#server/kit/command-error.ts'

export type KeyLocation = Pick<Settings<'server'>, 'DATA_DIR' | 'MASTER_KEY'>
type FirstStart = KeyLocation & Partial<Pick<Settings<'server'>, 'NODE_ENV'> & Settings<'database'>>

export const masterKeyFile = ({ DATA_DIR }: KeyLocation): string => join(DATA_DIR, 'keys', 'master.key')

/**
 * Reads the master key.
 * @throws CommandError when there is none
 */
export async function masterKeyOf(location: KeyLocation): Promise<Buffer> {
  const key = await readKey(location)
  if (!key) throw missingKey(location)
  return key
}

/**
 * Returns the master key of a migrated database and creates it at the first start.
 * The database stores a check value of its key. With a different key its videos could not be played, and newly
 * ingested ones would be unplayable with the right key.
 * @throws CommandError when the key differs, is missing while assets depend on it, or would be made for a database that nodes may share
 */
export async function openMasterKey(pool: Pool, location: FirstStart): Promise<Buffer> {
  const existing = await readKey(location)
  if (!existing && ((await checkValueOf(pool)) || (await hasAssets(pool)))) throw missingKey(location)
  // Other nodes on this database would make keys of their own. A node that has made one in its folder keeps it.
  if (!existing && location.DATABASE_URL !== undefined && location.NODE_ENV === 'production')
    throw new CommandError(
      'With DATABASE_URL, MASTER_KEY must be set in production: the same 32 random bytes in base64 on every node (openssl rand -base64 32). Keep a copy.',
    )
  const key = existing ?? (await makeMasterKey(masterKeyFile(location)))
  // Several nodes may start for the first time at once: the first check value is stored and the others compare.
  await pool.query('insert into master_key (check_value, created_at) values ($1, $2) on conflict do nothing', [
    checkOf(key),
    systemClock.now().toString(),
  ])
  await assertMasterKey(pool, key, location)
  return key
}

/**
 * Succeeds for a database without a check value.
 * @throws CommandError when the database belongs to another key
 */
export async function assertMasterKey(pool: Pool, key: Buffer, location: KeyLocation): Promise<void> {
  const checkValue = await checkValueOf(pool)
  if (!checkValue || timingSafeEqual(checkValue, checkOf(key))) return
  throw new CommandError(
    `${location.MASTER_KEY ? 'MASTER_KEY' : masterKeyFile(location)} is not the master key of this database, so its titles could not be played. ${REMEDY}`,
  )
}

/**
 * Puts the key of a backup where the service finds it.
 * @throws CommandError when MASTER_KEY is another
 */
export async function keepRestoredKey(location: KeyLocation, key: Buffer): Promise<void> {
  if (location.MASTER_KEY) {
    if (!location.MASTER_KEY.equals(key))
      throw new CommandError(
        'MASTER_KEY is not the key of this backup, so its titles could not be played. Unset it, or set the right key.',
      )
    return
  }
  const file = masterKeyFile(location)
  const existing = await readFile(file).catch(() => undefined)
  if (existing?.equals(key)) return
  if (existing) await rename(file, `${file}.before-restore`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, key, { mode: 0o600 })
}

/** Deletes the check value after a restore from a version without one. The next start stores it. */
export const forgetMasterKey = (pool: Pool): Promise<unknown> => pool.query('delete from master_key')

const REMEDY =
  'Put back the right key, which every backup contains as keys/master.key (npm run backup), or restore a complete backup into an empty database (npm run restore).'

const missingKey = (location: KeyLocation) =>
  new CommandError(
    `The master key of this database is missing: MASTER_KEY is not set and ${masterKeyFile(location)} does not exist. No title can be played without it. ${REMEDY}`,
  )

const readKey = (location: KeyLocation): Promise<Buffer | undefined> =>
  location.MASTER_KEY ? Promise.resolve(location.MASTER_KEY) : readMasterKey(masterKeyFile(location))

const checkOf = (key: Buffer): Buffer => deriveKey(key, 'master key check')

async function checkValueOf(pool: Pool): Promise<Buffer | undefined> {
  const { rows: tables } = await pool.query<{ is_there: boolean }>(
    `select to_regclass('master_key') is not null as is_there`,
  )
  if (!tables[0]?.is_there) return undefined
  const { rows } = await pool.query<{ check_value: Buffer }>('select check_value from master_key')
  return rows[0]?.check_value
}

async function hasAssets(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from asset limit 1')
  return Boolean(rowCount)
}
