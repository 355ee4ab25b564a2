import { MIGRATIONS } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { migrate } from '#server/kit/migrate.ts'
import { defineCommand, runCommand } from './command.ts'
import { withDatabase } from './with-app.ts'

const MIGRATE = defineCommand({
  name: 'migrate',
  actions: { '': { help: 'Applies pending migrations to the database.' } },
})

export const migrateCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runCommand(MIGRATE, args, () =>
    withDatabase(config, 'migrate', async ({ pool }) => {
      const applied = await migrate(pool, { folder: MIGRATIONS, clock: systemClock, say: console.log })
      console.log(applied.length ? applied.map((name) => `Applied ${name}`).join('\n') : 'The database is up to date.')
      return 0
    }),
  )
