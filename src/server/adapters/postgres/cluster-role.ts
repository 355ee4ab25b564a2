import { createHmac } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { LEDGER_OWNER, OWNER, SERVICE } from './cluster-settings.ts'

/** The password of the service's role, derived from the owner's, so that the data folder has one secret for both. */
export const servicePassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(SERVICE).digest('hex')

/**
 * Creates the role that the service uses: not a superuser, owner of its database and of everything in it. Also for a database that
 * the superuser has used before. Changes nothing that is already so.
 * @param url the database as superuser
 */
export async function ensureServiceRole(url: string, ownerPassword: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [SERVICE])
    for (const role of [SERVICE, LEDGER_OWNER]) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
      if (!rowCount) await client.query(`create role ${escapeIdentifier(role)}`)
    }
    await client.query(
      `grant ${escapeIdentifier(LEDGER_OWNER)} to ${escapeIdentifier(SERVICE)} with inherit false, set true`,
    )
    await client.query(
      `alter role ${escapeIdentifier(SERVICE)} login nosuperuser nocreaterole noreplication nobypassrls
        password ${escapeLiteral(servicePassword(ownerPassword))}`,
    )
    const { rows } = await client.query<{ statement: string }>(OWNERSHIP, [OWNER, SERVICE])
    for (const { statement } of rows) await client.query(statement)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** The statements that hand over what the superuser owns. REASSIGN OWNED does not work for the role that created the cluster. */
const OWNERSHIP = `
  with owner as (select oid from pg_roles where rolname = $1),
  space as (select n.oid, n.nspname, n.nspowner from pg_namespace n
    where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema')
  select format('alter database %I owner to %I', datname, $2::text) as statement
    from pg_database where datname = current_database() and datdba = (select oid from owner)
  union all
  select format('alter schema %I owner to %I', nspname, $2::text) from space where nspowner = (select oid from owner)
  union all
  select format('alter %s %I.%I owner to %I',
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      s.nspname, c.relname, $2::text)
    from pg_class c join space s on s.oid = c.relnamespace
    where c.relowner = (select oid from owner) and c.relkind in ('r', 'p', 'v', 'm', 'S')
      -- the sequence of a column belongs to its table
      and not (c.relkind = 'S' and exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
  union all
  select format('alter routine %s owner to %I', p.oid::regprocedure, $2::text)
    from pg_proc p join space s on s.oid = p.pronamespace where p.proowner = (select oid from owner)
  union all
  select format('alter type %I.%I owner to %I', s.nspname, t.typname, $2::text)
    from pg_type t join space s on s.oid = t.typnamespace
    where t.typowner = (select oid from owner) and t.typtype in ('e', 'd', 'r')`
