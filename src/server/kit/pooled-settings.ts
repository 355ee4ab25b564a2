import { Client } from 'pg'
import { CommandError } from './command-error.ts'

type Settings = Readonly<Record<string, string>>

/** Of a web process, in PostgreSQL's own units: what its connections set for themselves where they are its own (`db-driver.ts`). */
const SHARED: Settings = {
  timezone: 'UTC',
  random_page_cost: '1.1',
  statement_timeout: '10000',
}
export const OF_DATABASE: Settings = { ...SHARED, idle_in_transaction_session_timeout: '60000' }
export const OF_FIXED_PLANS: Settings = {
  ...SHARED,
  default_transaction_read_only: 'on',
  plan_cache_mode: 'force_generic_plan',
}

const ANSWER_MS = 10_000

/** The second database of the pooler, whose connections read only, by plans that are made once. */
export function fixedPlanUrlOf(poolUrl: string): string {
  const url = new URL(poolUrl)
  url.pathname += '_fixed'
  return url.href
}

/**
 * Behind a pooler of transactions a connection cannot set anything for itself: the pooler has to (`connect_query`), and has to know
 * prepared statements (`max_prepared_statements`).
 * @throws CommandError that names what is missing
 */
export async function assertPooledSettings(poolUrl: string): Promise<void> {
  await assertSettings(poolUrl, OF_DATABASE)
  await assertSettings(fixedPlanUrlOf(poolUrl), OF_FIXED_PLANS)
}

async function assertSettings(url: string, expected: Settings): Promise<void> {
  const [client, other] = [0, 1].map(() => new Client({ connectionString: url, query_timeout: ANSWER_MS })) as [
    Client,
    Client,
  ]
  for (const one of [client, other]) one.on('error', () => undefined)
  const name = new URL(url).pathname.slice(1)
  try {
    await client.connect()
    await assertOf(client, name, expected)
    await other.connect()
    // It takes the connection on which the statement was prepared, so that the next one has to be prepared by the pooler.
    await other.query('begin')
    await assertOf(client, name, expected)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(
      `DATABASE_POOL_URL cannot be used (${name}: ${(error as Error).message}). It needs PgBouncer 1.21 or newer with max_prepared_statements, and the databases of deploy/postgres/pgbouncer-transactions.ini.`,
    )
  } finally {
    await Promise.all([client, other].map((one) => one.end().catch(() => undefined)))
  }
}

async function assertOf(client: Client, name: string, expected: Settings): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>({
    name: 'pooled-settings',
    text: 'select lower(name) as name, setting from pg_settings where lower(name) = any($1::text[])',
    values: [Object.keys(expected)],
  })
  const found = Object.fromEntries(rows.map((row) => [row.name, row.setting]))
  const lacking = Object.entries(expected).filter(([setting, value]) => found[setting] !== value)
  if (lacking.length === 0) return
  const list = lacking.map(([setting, value]) => `${setting} = ${value}`).join(', ')
  throw new CommandError(
    `The connections of ${name} at DATABASE_POOL_URL lack ${list}: set them by connect_query (deploy/postgres/pgbouncer-transactions.ini).`,
  )
}
