import { joinCluster } from '#server/adapters/postgres/cluster.ts'
import { type App, createApp, type Domains } from '#server/app.ts'
import type { Config, Settings } from '#server/config.ts'
import { type DbHandle, openDb } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { type Arguments, type Command, runCommand } from './command.ts'
import { type BackupConfig, openBackups } from './backup-store.ts'
import { commandClock } from './command-clock.ts'
import { assertMasterKey, masterKeyOf } from './master-key.ts'

/** The exit code of a command, or the lines that it prints when it is done. */
type Outcome = number | readonly string[]

type DatabasePlace = Settings<'database'> & BackupConfig

/** Runs a command on the service's domains. `args` as typed. */
export const runOnApp = <C extends Command>(
  command: C,
  { config, args }: { config: Config; args: readonly string[] },
  work: (app: App, given: Arguments<C>) => Promise<Outcome>,
): Promise<number> =>
  runCommand(command, args, (given) =>
    withApp(config, command.name, async (app) => {
      const outcome = await work(app, given)
      if (typeof outcome === 'number') return outcome
      for (const line of outcome) console.log(line)
      return 0
    }),
  )

/**
 * Runs `work` with the service's domains. Jobs that it enqueues are left to the running service, or to the next start.
 * @throws CommandError when the master key is missing, or is not that of the database
 */
export async function withApp<T>(config: Config, command: string, work: (app: App) => Promise<T>): Promise<T> {
  const masterKey = await masterKeyOf(config)
  return withDatabaseUrl(config, command, async (databaseUrl) => {
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

/** @throws NOT_FOUND when no account has the number */
export async function accountOf(accounts: Domains['accounts'], number: string): Promise<string> {
  const account = await accounts.find(number)
  if (!account) throw operatorRefusal({ is: 'accountUnknown', number })
  return account.accountId
}

export const withDatabase = <T>(
  config: DatabasePlace,
  command: string,
  work: (database: DbHandle) => Promise<T>,
): Promise<T> =>
  withDatabaseUrl(config, command, async (url) => {
    const database = openDb({ url, max: 2 })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  })

/**
 * Runs `work` with DATABASE_URL, else the database of the running instance on this data folder, else a database
 * started for it.
 */
export async function withDatabaseUrl<T>(
  config: DatabasePlace,
  command: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL) return work(config.DATABASE_URL)
  const archive = (await openBackups(config))?.logArchive
  const place = { dataDir: config.DATA_DIR, log: (line: string) => console.log(line), archive }
  const session = await joinCluster(place, `npm run ${command}`)
  try {
    return await work(session.url)
  } finally {
    await session.close()
  }
}
