import { Client, DatabaseError } from 'pg'
import { CommandError } from './command-error.ts'

const SETTING = '-c statement_timeout=54321'
const SENTENCE =
  'DATABASE_URL leads to a pooler that gives each transaction another connection (PgBouncer with pool_mode=transaction). Harbour needs connections of its own, for settings, notifications and locks: name PostgreSQL itself, or set pool_mode=session and take "options" off ignore_startup_parameters.'

/**
 * Sessions are of their own: what they are started with is in effect, and two that are open at once have two backends.
 * @throws CommandError behind a pooler of transactions
 */
export async function assertOwnSessions(url: string): Promise<void> {
  const [one, two] = [0, 1].map(() => new Client({ connectionString: url, options: SETTING })) as [Client, Client]
  for (const client of [one, two]) client.on('error', () => undefined)
  try {
    await one.connect()
    const first = await describe(one)
    await two.connect()
    const second = await describe(two)
    // The options of an address take the place of ours.
    const isSet = new URL(url).searchParams.has('options') || [first, second].every(({ limit }) => limit === '54321ms')
    if (!isSet || first.pid === second.pid) throw new CommandError(SENTENCE)
  } catch (error) {
    // PgBouncer: unsupported startup parameter.
    throw error instanceof DatabaseError && /startup parameter/.test(error.message)
      ? new CommandError(SENTENCE, { cause: error })
      : error
  } finally {
    await Promise.all([one, two].map((client) => client.end().catch(() => undefined)))
  }
}

async function describe(client: Client): Promise<{ pid: number; limit: string }> {
  const { rows } = await client.query<{ pid: number; limit: string }>(
    `select pg_backend_pid() as pid, current_setting('statement_timeout') as "limit"`,
  )
  return rows[0]!
}
