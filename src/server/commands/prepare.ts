import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { MIGRATIONS } from '#server/migrations.ts'
import type { Config } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { isDatabaseDown } from '#server/kit/database-down.ts'
import { openDb, withAdvisoryLock } from '#server/kit/db.ts'
import { migrate, missingMigrations } from '#server/kit/migrate.ts'
import { assertOwnSessions } from '#server/kit/own-session.ts'
import { StoreDown } from '#server/kit/store-down.ts'
import { assertMasterKey, masterKeyOf, openMasterKey } from './master-key.ts'
import type { Preparation } from './seed-data.ts'

/**
 * Migrates the database, opens the master key, imports the avatars and seeds the demo: the catalogue if the database
 * has no titles, the accounts only if the server is reachable from this computer only.
 * An interrupted preparation continues at the next start.
 * @returns the master key
 * @throws CommandError when the key is not this database's
 */
export async function prepareDatabase(preparation: Preparation): Promise<Buffer> {
  const { config, databaseUrl, say, signal } = preparation
  const masterKey = await openPrepared(databaseUrl, config, say)
  signal.throwIfAborted()
  // Most of the program, which a node that prepares nothing does not load.
  const { seedData } = await import('./seed-data.ts')
  // Nodes that start at once on one database seed one after another: the second finds everything there.
  await withAdvisoryLock(databaseUrl, { key: 'seed', what: 'prepares the demo', say, seconds: SEEDING_SECONDS }, () =>
    seedData(preparation, masterKey).catch((error: unknown) => sayStoreDown(error, preparation)),
  )
  return masterKey
}

/** Much is served without the store, so a node starts without it. */
function sayStoreDown(error: unknown, { config, say }: Preparation): void {
  if (!(error instanceof StoreDown)) throw error
  say(`The media store ${config.MEDIA_STORE} does not answer (${error.message}). This node starts without it;`)
  say('avatars and the demo are prepared by the next start at which it answers.')
}

/** A demo's catalogue on a slow machine. */
const SEEDING_SECONDS = 300

export async function openPrepared(url: string, config: Config, say: (line: string) => void): Promise<Buffer> {
  const database = openDb({ url, max: 2 })
  // Nothing else runs on a database of our own.
  const contracts = config.DATABASE_URL === undefined ? 'apply' : 'postpone'
  try {
    if (config.DATABASE_URL !== undefined) await assertOwnSessions(url)
    const applied = await migrate(database.pool, { folder: MIGRATIONS, clock: systemClock, contracts, say })
    if (applied.length) say(`Database: ${applied.length} migrations applied`)
    return await openMasterKey(database.pool, config)
  } finally {
    await database.close()
  }
}

const PAUSE_MS = 250
const TOLD_AFTER_MS = 2_000

/**
 * Waits until another node, or `npm run migrate`, has prepared the database. Changes nothing, and touches no store.
 * @returns the master key
 * @throws CommandError when the database lacks something for too long, or excludes this version
 */
export async function waitUntilPrepared(
  { config, databaseUrl, say, signal }: Preparation,
  seconds = 60,
): Promise<Buffer> {
  const masterKey = await masterKeyOf(config)
  const { pool, close } = openDb({ url: databaseUrl, max: 1, connectTimeoutMs: 2_000, onError: () => undefined })
  try {
    const startMs = systemClock.nowMs()
    for (let isTold = false; ;) {
      signal.throwIfAborted()
      const lack = await lackOf(pool)
      if (lack === undefined) break
      const waitedMs = systemClock.nowMs() - startMs
      if (!isTold && waitedMs >= TOLD_AFTER_MS) {
        say(`Waiting: ${lack}. Another node or npm run migrate prepares it …`)
        isTold = true
      }
      if (waitedMs >= seconds * 1_000)
        throw new CommandError(
          `For ${seconds} s ${lack}. Run npm run migrate -- --prepare, or start one node without HARBOUR_PREPARE=0.`,
        )
      await setTimeout(PAUSE_MS)
    }
    await assertOwnSessions(databaseUrl)
    await assertMasterKey(pool, masterKey, config)
    return masterKey
  } finally {
    await close()
  }
}

/** What a node cannot start without, as the end of a sentence. */
async function lackOf(pool: Pool): Promise<string | undefined> {
  try {
    const [first, ...others] = await missingMigrations(pool, MIGRATIONS)
    if (first === undefined) return undefined
    return `the database lacks migration ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return 'the database has no tables'
    if (isDatabaseDown(error)) return 'the database does not answer'
    throw error
  }
}

const UNDEFINED_TABLE = '42P01'
