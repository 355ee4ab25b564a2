import { type App, createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { commandClock } from './command-clock.ts'
import { assertMasterKey, masterKeyOf } from './master-key.ts'
import { withDatabase } from './migrate.ts'

/**
 * Runs `work` with the service's domains, for `npm run <command>`. Jobs that it enqueues are left to the running service, or to the next start.
 * @throws CommandError when the master key is missing, or is not that of the database
 */
export async function withApp<T>(config: Config, command: string, work: (app: App) => Promise<T>): Promise<T> {
  const masterKey = await masterKeyOf(config)
  return withDatabase(config, `npm run ${command}`, async (databaseUrl) => {
    const log = createLog({ level: config.LOG_LEVEL, role: command })
    const clock = await commandClock(config)
    const app = await createApp({ config, log, clock, databaseUrl, masterKey, queue: idleQueue })
    try {
      await assertMasterKey(app.database.pool, masterKey, config)
      return await work(app)
    } finally {
      await app.close()
    }
  })
}
