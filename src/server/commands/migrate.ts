import { existsSync } from 'node:fs'
import { currentClusterDir } from '#server/adapters/postgres/cluster-folder.ts'
import { MIGRATIONS } from '#server/migrations.ts'
import type { Config } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { migrate } from '#server/kit/migrate.ts'
import { assertOwnSessions } from '#server/kit/own-session.ts'
import { defineCommand, runCommand } from './command.ts'
import { prepareDatabase } from './prepare.ts'
import { withDatabase, withDatabaseUrl } from './with-app.ts'

const MIGRATE = defineCommand({
  name: 'migrate',
  actions: {
    '': {
      options: {
        contract: {
          kind: 'flag',
          help: 'also removes what former versions used; refused while one of them runs on this database',
        },
        prepare: { kind: 'flag', help: 'also prepares what a node prepares at its start: master key, avatars, demo' },
      },
      help: 'applies pending migrations to the database.',
    },
  },
})

/** Nothing is to be removed from a database that would be made now. */
const hasCluster = async (dataDir: string): Promise<boolean> => existsSync(await currentClusterDir(dataDir))

export const migrateCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runCommand(MIGRATE, args, async ({ contract, prepare }) => {
    if (config.DATABASE_URL !== undefined) await assertOwnSessions(config.DATABASE_URL)
    else if (contract && !(await hasCluster(config.DATA_DIR)))
      throw new CommandError(
        `DATABASE_URL is not set, and ${config.DATA_DIR} has no database. Call it with the settings of the service, or set DATA_DIR.`,
      )
    await withDatabase(config, 'migrate', async ({ pool }) => {
      const contracts = contract ? 'refuse' : 'postpone'
      const applied = await migrate(pool, { folder: MIGRATIONS, clock: systemClock, contracts, say: console.log })
      console.log(applied.length ? applied.map((name) => `Applied ${name}`).join('\n') : 'The database is up to date.')
    })
    if (prepare) {
      const { signal } = new AbortController()
      await withDatabaseUrl(config, 'migrate', (databaseUrl) =>
        prepareDatabase({ config, databaseUrl, say: console.log, signal }),
      )
    }
    return 0
  })
