import { findBinaries } from '#server/adapters/ffmpeg/binaries.ts'
import { encoderWarnings } from '#server/adapters/ffmpeg/ffmpeg-transcoder.ts'
import { createCluster } from '#server/adapters/postgres/cluster.ts'
import { lockDataDir } from '#server/adapters/postgres/data-dir-lock.ts'
import type { Config, Settings } from '#server/config.ts'
import { ROLES } from '#server/config.schema.ts'
import { addressOf, allowsDemoAccounts, allowsSandbox } from '#server/config.rules.ts'
import { openDb } from '#server/kit/db.ts'
import { assertPooledSettings } from '#server/kit/pooled-settings.ts'
import { type ArgumentKind, defineCommand, runCommand } from './command.ts'
import type { Role } from './role-messages.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'
import { prepareDatabase, waitUntilPrepared } from './prepare.ts'
import type { Backups } from './backup-schedule.ts'
import { forgetClockOffset, keepClockOffset } from './command-clock.ts'
import type { SandboxProcess } from './sandbox-process.ts'
import { demoAccountLines, readDemoAccounts } from '../../../seed/accounts.file.ts'

const print = (line: string) => console.log(line)

/** Before there were encoders, which a worker was as well. */
const FORMER_ROLES = ['web', 'worker'] as const

const roles: ArgumentKind<Role[]> = {
  shown: FORMER_ROLES.join(','),
  mustBe: `a comma-separated list of ${FORMER_ROLES.join(', ')}`,
  read: (text) => {
    const requested = text.split(',')
    if (!requested.every((one) => FORMER_ROLES.some((role) => role === one))) return undefined
    return ROLES.filter((role) => requested.includes(role === 'encoder' ? 'worker' : role))
  },
}

const START = defineCommand({
  name: 'start',
  actions: {
    '': {
      options: { roles: { kind: roles, help: 'formerly what HARBOUR_ROLES is now' } },
      help: 'starts the database and the service, until a signal.',
    },
  },
})

export const startCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runCommand(START, args, (given) => {
    if (given.roles) print(`Instead of --roles, set HARBOUR_ROLES=${given.roles.join(',')}.`)
    return start(config, given.roles ?? config.HARBOUR_ROLES)
  })

/**
 * A node that only serves the web loads little of the program in this process: the modules of all else are imported where they are used.
 *
 * Starts the database, migrates, seeds the demo catalogue, then runs the roles as child processes until a signal.
 * A child that dies is restarted. If this process dies, the children exit.
 */
async function start(config: Config, roles: readonly Role[]): Promise<number> {
  const lock = await lockDataDir(config.DATA_DIR)
  const warnings = warnOfEncoder(config)
  const shutdown = createShutdown()
  const store =
    config.BACKUP_STORE === undefined ? undefined : await (await import('./backup-store.ts')).openBackups(config)
  const onLost = () => shutdown.with(lostDatabase())
  const cluster = config.DATABASE_URL
    ? undefined
    : createCluster({ dataDir: config.DATA_DIR, log: print, onLost, archive: store?.logArchive })
  let backups: Backups | undefined
  let supervisor: Supervisor | undefined
  let sandbox: SandboxProcess | undefined
  try {
    const databaseUrl = config.DATABASE_URL ?? (await cluster!.start()).url
    await forgetClockOffset(config)
    const prepare = config.HARBOUR_PREPARE ? prepareDatabase : waitUntilPrepared
    const masterKey = await prepare({ config, databaseUrl, say: print, signal: shutdown.signal })
    if (config.DATABASE_POOL_URL && roles.includes('web')) await assertPooledSettings(config.DATABASE_POOL_URL)
    if (allowsSandbox(config))
      sandbox = await (await import('./sandbox-process.ts')).startSandboxFor(config, databaseUrl)
    supervisor = createSupervisor({
      databaseUrl,
      masterKey,
      onFailed: shutdown.with,
      sandbox,
      drainSeconds: config.DRAIN_SECONDS,
      onClock: (milliseconds) => keepClockOffset(config, milliseconds),
      onWebReady: (port) => sandbox?.setService(localAddressOf(config, port)),
    })
    if (store) {
      const { startBackups } = await import('./backup-schedule.ts')
      backups = startBackups({ config, backups: store, databaseUrl, say: print })
    }
    const ready = supervisor.start(roles).then(async (port) => {
      if (port === undefined) return
      await warnings
      print(`Harbour is ready: ${addressOf(config, port)}`)
      await printDemoAccounts(config)
      await printOperators(config, { databaseUrl, port })
    })
    await Promise.race([ready, shutdown.code])
    return await shutdown.code
  } catch (error) {
    if (shutdown.signal.aborted) return await shutdown.code
    throw error
  } finally {
    await lock.stopping()
    await supervisor?.stop()
    await sandbox?.stop()
    await backups?.stop()
    await cluster?.stop()
    await lock.release()
  }
}

const localAddressOf = ({ HOST }: Pick<Settings<'server'>, 'HOST'>, port: number): string => {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function warnOfEncoder(config: Config): Promise<void> {
  const binaries = await findBinaries({ ffmpeg: config.FFMPEG_PATH, ffprobe: config.FFPROBE_PATH })
  for (const warning of await encoderWarnings(binaries, [config.DATA_DIR])) print(`Warning: ${warning}`)
}

/** Prints the demo accounts, or, where others can reach the service, that there are some. */
async function printDemoAccounts(config: Config): Promise<void> {
  const accounts = await readDemoAccounts(config.DATA_DIR)
  if (allowsDemoAccounts(config)) for (const line of demoAccountLines(config.DATA_DIR, accounts)) print(line)
  else if (accounts.length > 0) {
    print(
      `The ${accounts.length} demo accounts of this data folder still exist; npm run erase-demo-accounts erases them.`,
    )
  }
}

/** Prints the demo's operators; without any operator, how the first one is made. */
async function printOperators(
  config: Config,
  { databaseUrl, port }: { databaseUrl: string; port: number },
): Promise<void> {
  const url = config.CONSOLE_URL ?? addressOf(config, port)
  const { hasOperators } = await import('#server/domains/operators/index.ts')
  if (allowsDemoAccounts(config)) {
    const { demoOperatorLines, readDemoOperators } = await import('../../../seed/operators.ts')
    const demo = await readDemoOperators(config.DATA_DIR)
    for (const line of demoOperatorLines(config.DATA_DIR, demo, url)) print(line)
  }
  const database = openDb({ url: databaseUrl, max: 1 })
  const exist = await hasOperators(database.db).finally(() => database.close())
  if (exist) return
  print(`Nobody can sign in to the console (${url}/console/) yet. The first administrator:`)
  print('  npm run operators -- create --email you@example.org --name "Your name" --roles administrator')
}

/**
 * Shutdown by a signal, by the death of the parent process, or by a fatal error. The first cause sets the exit code.
 */
function createShutdown() {
  const ended = Promise.withResolvers<number>()
  const aborted = new AbortController()
  const end = (code: number) => {
    aborted.abort()
    ended.resolve(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
  process.once('disconnect', () => end(0))
  return { with: end, code: ended.promise, signal: aborted.signal }
}

function lostDatabase(): number {
  console.error('PostgreSQL stopped unexpectedly. Harbour is shutting down: start it again.')
  return 1
}
