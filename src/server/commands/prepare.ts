import { createApp, MIGRATIONS } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { allowsDemoAccounts } from '#server/config.rules.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { migrate } from '#server/kit/migrate.ts'
import { openMasterKey } from './master-key.ts'
import { plantAccounts, uprootAccounts } from '../../../seed/accounts.ts'
import { seedDemo } from '../../../seed/main.ts'
import { seedMedia } from '../../../seed/media.jobs.ts'

export interface Preparation {
  config: Config
  databaseUrl: string
  say: (line: string) => void
  /** Ctrl-C while preparing: what is done stays done, the next start goes on. */
  signal: AbortSignal
}

/**
 * Migrates, finds the master key, brings the avatars in, and seeds the demo: its catalogue into a database without titles, and its
 * accounts where only this computer can reach them. Interrupted, it goes on at the next start.
 * @returns the master key
 * @throws Refusal when the key is not this database's
 */
export async function prepareDatabase(preparation: Preparation): Promise<Buffer> {
  const { config, databaseUrl, say, signal } = preparation
  const masterKey = await openPrepared(databaseUrl, config, say)
  signal.throwIfAborted()
  await plant(preparation, masterKey)
  return masterKey
}

/** Brings the database up to this version. @returns its master key */
export async function openPrepared(url: string, config: Config, say: (line: string) => void): Promise<Buffer> {
  const database = openDb({ url, max: 2 })
  try {
    const applied = await migrate(database.pool, { folder: MIGRATIONS, clock: systemClock })
    if (applied.length) say(`Database: ${applied.length} migrations applied`)
    return await openMasterKey(database.pool, config)
  } finally {
    await database.close()
  }
}

/** Brings in what the house needs before it opens: the avatars, and its demo. */
async function plant({ config, databaseUrl, say, signal }: Preparation, masterKey: Buffer): Promise<void> {
  const log = createLog({ level: config.LOG_LEVEL, role: 'seed' })
  const clock = systemClock
  const app = await createApp({ config, log, clock, databaseUrl, masterKey, queue: idleQueue })
  try {
    await app.domains.profiles.avatars.bringIn()
    if (!allowsDemoAccounts(config)) await uprootAccounts({ ...app.domains, dataDir: config.DATA_DIR })
    if (!config.HARBOUR_DEMO) return
    await seedDemo({
      ...app.domains,
      clock,
      say,
      signal,
      db: app.database.db,
      mode: config.HARBOUR_DEMO_MEDIA,
      media: seedMedia(app.domains.media),
    })
    if (!allowsDemoAccounts(config)) return
    await plantAccounts({ ...app.domains, clock, dataDir: config.DATA_DIR, mode: config.HARBOUR_DEMO_MEDIA })
  } finally {
    await app.close()
  }
}
