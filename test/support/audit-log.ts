import type { Pool } from 'pg'

/** Work on a database that cannot write the audit log, as when the process dies before it does. */
export async function withoutAuditLog<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const refuse = `create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'no audit log'; end $$`
  await pool.query(refuse)
  const owned = await pool.connect()
  await owned.query('set role harbour_ledger')
  const run = (statement: string) => owned.query(statement)
  await run('create trigger audit_entry_refused before insert on audit_entry execute function refuse_entry()')
  try {
    return await work()
  } finally {
    await run('drop trigger audit_entry_refused on audit_entry')
    await owned.query('reset role')
    owned.release()
    await pool.query('drop function refuse_entry')
  }
}

/**
 * The rows of every table that has any, as one digest a table: the sum of its rows' hashes, which needs no order.
 * @param without tables that are not read
 */
export async function digestOf(pool: Pool, without: readonly string[] = []): Promise<Record<string, string>> {
  const tables = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
       and relname <> all($1)`,
    [without],
  )
  const digests = tables.rows.map(
    ({ name }) => `select '${name}' as name, sum(hashtextextended(t::text, 0))::text as rows from "${name}" t`,
  )
  const { rows } = await pool.query<{ name: string; rows: string | null }>(digests.join(' union all '))
  return Object.fromEntries(rows.filter((row) => row.rows !== null).map((row) => [row.name, row.rows!]))
}
