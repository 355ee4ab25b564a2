import { joinCluster } from '#server/adapters/postgres/cluster-session.ts'
import { MIGRATIONS } from '#server/app.ts'
import type { Config, Settings } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { migrate } from '#server/kit/migrate.ts'

/**
 * Runs `work` with DATABASE_URL, else the database of the running instance on this data folder, else a database
 * started for it.
 */
export async function withDatabase<T>(
  config: Settings<'database'> & Pick<Settings<'server'>, 'DATA_DIR'>,
  purpose: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL) return work(config.DATABASE_URL)
  const session = await joinCluster({ dataDir: config.DATA_DIR, log: (line) => console.log(line) }, purpose)
  try {
    return await work(session.url)
  } finally {
    await session.close()
  }
}

/** `npm run migrate`: applies pending migrations. Takes no arguments. */
export async function migrateCommand(config: Config, args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.error(`npm run migrate takes no arguments (got ${args.join(' ')}).`)
    return 2
  }
  return withDatabase(config, 'npm run migrate', async (url) => {
    const database = openDb({ url, max: 2 })
    try {
      const applied = await migrate(database.pool, { folder: MIGRATIONS, clock: systemClock })
      console.log(applied.length ? applied.map((name) => `Applied ${name}`).join('\n') : 'The database is up to date.')
    } finally {
      await database.close()
    }
    return 0
  })
}
