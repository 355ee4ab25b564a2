import { Client } from 'pg'
import { CommandError } from './command-error.ts'

const LIMIT_MS = 54_321
const ANSWER_MS = 10_000
const SENTENCE =
  'DATABASE_URL leads to a pooler that gives each transaction another connection (PgBouncer with pool_mode=transaction). Harbour needs connections of its own, for settings, notifications and locks: name PostgreSQL itself, or set pool_mode=session.'

/**
 * Sessions are of their own: what one has set is in effect in its next statement, and two that are open at once have two backends.
 * @throws CommandError behind a pooler of transactions
 */
export async function assertOwnSessions(url: string): Promise<void> {
  const open = () => new Client({ connectionString: url, query_timeout: ANSWER_MS })
  const [one, two] = [open(), open()]
  for (const client of [one, two]) client.on('error', () => undefined)
  try {
    await one.connect()
    await one.query(`set statement_timeout = ${LIMIT_MS}`)
    const first = await describe(one)
    await two.connect()
    // In a transaction it holds its backend, and a pooler of transactions has another one for the first.
    await two.query('begin')
    const second = await describe(two)
    if (first.pid === second.pid) throw new CommandError(SENTENCE)
    const again = await describe(one)
    if (again.pid !== first.pid || again.limit !== `${LIMIT_MS}ms`) throw new CommandError(SENTENCE)
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
