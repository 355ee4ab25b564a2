import { createCluster } from '#server/adapters/postgres/cluster.ts'
import { lockDataDir } from '#server/adapters/postgres/data-dir-lock.ts'
import type { Config, Settings } from '#server/config.ts'
import { allowsDemoAccounts } from '#server/config.rules.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { ROLES, type Role } from './role-messages.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'
import { prepareDatabase } from './prepare.ts'
import { demoAccountLines, readDemoAccounts } from '../../../seed/accounts.file.ts'

/** The address to open, as the ready line says it; an IPv6 address stands in brackets in a URL. */
export const addressOf = (
  { PUBLIC_URL, HOST }: Pick<Settings<'server'>, 'PUBLIC_URL' | 'HOST'>,
  port: number,
): string =>
  PUBLIC_URL ?? `http://${HOST === '127.0.0.1' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`

const say = (line: string) => console.log(line)

/**
 * `npm start`: the database, its migrations, the demo catalogue, then the roles as child processes, until a signal.
 * A child that dies is started again; when this process dies, the children notice and end.
 */
export async function start(config: Config, args: string[]): Promise<number> {
  const roles = rolesOf(args)
  const lock = await lockDataDir(config.DATA_DIR)
  const ended = createEnding()
  const cluster = config.DATABASE_URL
    ? undefined
    : createCluster({ dataDir: config.DATA_DIR, log: say, onLost: () => ended.with(lostDatabase()) })
  let supervisor: Supervisor | undefined
  try {
    const databaseUrl = config.DATABASE_URL ?? (await cluster!.start()).url
    const masterKey = await prepareDatabase({ config, databaseUrl, say, signal: ended.signal })
    supervisor = createSupervisor({ databaseUrl, masterKey, onFailed: ended.with })
    const ready = supervisor.start(roles).then(async (port) => {
      if (port === undefined) return
      say(`Harbour is ready: ${addressOf(config, port)}`)
      if (allowsDemoAccounts(config)) await sayDemoAccounts(config)
    })
    await Promise.race([ready, ended.code])
    return await ended.code
  } catch (error) {
    if (ended.signal.aborted) return await ended.code
    throw error
  } finally {
    await lock.stopping()
    await supervisor?.stop()
    await cluster?.stop()
    await lock.release()
  }
}

/** How a newcomer signs in. */
async function sayDemoAccounts({ DATA_DIR }: Settings<'server'>): Promise<void> {
  for (const line of demoAccountLines(DATA_DIR, await readDemoAccounts(DATA_DIR))) say(line)
}

/** The end of the service: by a signal, by the death of the starter, or by a failure that nothing here can mend. The first one counts. */
function createEnding() {
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

/** `--roles web,worker`; all of them when not said. */
function rolesOf(args: string[]): Role[] {
  const index = args.indexOf('--roles')
  if (index < 0) return [...ROLES]
  const asked = (args[index + 1] ?? '').split(',')
  const unknown = asked.filter((role) => !ROLES.includes(role as Role))
  if (unknown.length) throw new Refusal(`--roles takes a comma-separated list of ${ROLES.join(', ')}.`)
  return asked as Role[]
}
