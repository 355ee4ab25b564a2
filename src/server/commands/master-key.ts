import { join } from 'node:path'
import { timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import type { Settings } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { deriveKey, makeMasterKey, readMasterKey } from '#server/kit/keys.ts'
import { Refusal } from '#server/kit/refusal.ts'

/** What of the configuration says where the key is. */
export type KeyLocation = Pick<Settings<'server'>, 'DATA_DIR' | 'MASTER_KEY'>

/** Where the master key lies when MASTER_KEY is not given. */
export const masterKeyFile = ({ DATA_DIR }: KeyLocation): string => join(DATA_DIR, 'keys', 'master.key')

/** The master key that is kept. @throws Refusal when there is none */
export async function masterKeyOf(place: KeyLocation): Promise<Buffer> {
  const key = await keptKey(place)
  if (!key) throw lost(place)
  return key
}

/**
 * The master key of a migrated database, made at the very first start. The database remembers which key it is: with another one,
 * its films could not be played, and what is brought in next would be lost to whoever puts the right one back.
 * @throws Refusal when the key is another one, or is gone while films depend on it
 */
export async function openMasterKey(pool: Pool, place: KeyLocation): Promise<Buffer> {
  const kept = await keptKey(place)
  if (!kept && ((await checkValueOf(pool)) || (await hasAssets(pool)))) throw lost(place)
  const key = kept ?? (await makeMasterKey(masterKeyFile(place)))
  // Several nodes may start for the first time at once: one value stands, and the others compare.
  await pool.query('insert into master_key (check_value, created_at) values ($1, $2) on conflict do nothing', [
    checkOf(key),
    systemClock.now().toString(),
  ])
  await assertMasterKey(pool, key, place)
  return key
}

/** Passes for a database that knows no key yet. @throws Refusal when the database belongs to another key */
export async function assertMasterKey(pool: Pool, key: Buffer, place: KeyLocation): Promise<void> {
  const known = await checkValueOf(pool)
  if (!known || timingSafeEqual(known, checkOf(key))) return
  throw new Refusal(
    `${place.MASTER_KEY ? 'MASTER_KEY' : masterKeyFile(place)} is not the master key of this database, so its titles could not be played. ${REMEDY}`,
  )
}

/** After a restore from a version that did not remember its key: the next start does. */
export const forgetMasterKey = (pool: Pool): Promise<unknown> => pool.query('delete from master_key')

const REMEDY =
  'Put back the right key, which every backup contains as keys/master.key (npm run backup), or restore a complete backup into an empty database (npm run restore).'

const lost = (place: KeyLocation) =>
  new Refusal(
    `The master key of this database is missing: MASTER_KEY is not set and ${masterKeyFile(place)} does not exist. No title can be played without it. ${REMEDY}`,
  )

const keptKey = (place: KeyLocation): Promise<Buffer | undefined> =>
  place.MASTER_KEY ? Promise.resolve(place.MASTER_KEY) : readMasterKey(masterKeyFile(place))

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
