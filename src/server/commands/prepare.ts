import { createApp, MIGRATIONS } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { migrate } from '#server/kit/migrate.ts'
import { seedDemo } from '../../../seed/main.ts'
import { seedMedia } from '../../../seed/media.jobs.ts'

export interface Preparation {
  config: Config
  databaseUrl: string
  masterKey: Buffer
  say: (line: string) => void
  /** Ctrl-C while preparing: what is done stays done, the next start goes on. */
  signal: AbortSignal
}

/** Migrates, and seeds the demo catalogue into a database without titles. Interrupted, it goes on at the next start. */
export async function prepareDatabase({ config, databaseUrl, masterKey, say, signal }: Preparation): Promise<void> {
  const database = openDb({ url: databaseUrl, max: 2 })
  try {
    const applied = await migrate(database.pool, { folder: MIGRATIONS, clock: systemClock })
    if (applied.length) say(`Database: ${applied.length} migrations applied`)
  } finally {
    await database.close()
  }
  if (!config.HARBOUR_DEMO) return
  signal.throwIfAborted()
  const log = createLog({ level: config.LOG_LEVEL, role: 'seed' })
  const clock = systemClock
  const app = await createApp({ config, log, clock, databaseUrl, masterKey, queue: idleQueue })
  try {
    await seedDemo({
      ...app.domains,
      clock,
      say,
      signal,
      db: app.database.db,
      mode: config.HARBOUR_DEMO_MEDIA,
      media: seedMedia(app.domains.media),
    })
  } finally {
    await app.close()
  }
}
