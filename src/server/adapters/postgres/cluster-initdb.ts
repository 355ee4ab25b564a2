import { spawn } from 'node:child_process'
import { randomBytes, createHmac } from 'node:crypto'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Account } from './cluster-folder.ts'
import { program } from './cluster-binaries.ts'
import { ClusterError, explain } from './cluster-error.ts'
import { OWNER, LEDGER_OWNER, SERVICE } from './cluster-settings.ts'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'

/** Messages in English for parsing, and none of Harbour's variables (keys, PG*). Windows programs need the full environment. */
export const PROGRAM_ENV: NodeJS.ProcessEnv | undefined =
  process.platform === 'win32' ? undefined : { LC_ALL: 'C', TZ: 'UTC' }

const PASSWORD_FILE = 'postgres.password'

export type Site = {
  dataDir: string
  clusterDir: string
  native: string
  account: Account | undefined
  durable: boolean
  settings?: Readonly<Record<string, string>>
}

/** Stored in the data folder, readable by this account only. */
export async function ensurePassword(dataDir: string): Promise<{ password: string; fresh: boolean }> {
  const existing = await readPassword(dataDir)
  if (existing !== undefined) return { password: existing, fresh: false }
  const password = randomBytes(24).toString('hex')
  const file = path.join(dataDir, PASSWORD_FILE)
  // Renamed when complete: a full disk leaves no empty password file.
  await writeFile(`${file}.draft`, password, { mode: 0o600, flush: true })
  await rename(`${file}.draft`, file)
  return { password, fresh: true }
}

export async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(path.join(dataDir, PASSWORD_FILE), 'utf8').catch(() => '')
  return text.trim() || undefined
}

/** @throws ClusterError OTHER_VERSION, or DAMAGED when the files are not a cluster */
export async function hasCluster(clusterDir: string, major: string): Promise<boolean> {
  const found = (await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (found === major) return true
  if (found !== '') throw otherVersion(clusterDir, found, major)
  const files = await readdir(clusterDir).catch(() => [])
  if (files.length === 0) return false
  throw new ClusterError(
    'DAMAGED',
    `${clusterDir} contains files that are not a database. Move them elsewhere and start again.`,
  )
}

function otherVersion(clusterDir: string, found: string, major: string): ClusterError {
  return new ClusterError(
    'OTHER_VERSION',
    `The database in ${clusterDir} was created by PostgreSQL ${found} and can only be opened by PostgreSQL ${found}; ` +
      `this version of Harbour includes PostgreSQL ${major}. To upgrade, run "npm run backup" with the version that created it, ` +
      `then set DATA_DIR to a new folder and run "npm run restore" with this version.`,
  )
}

/**
 * Renamed only when complete, so the next start repeats an interrupted creation. Its folder has a name of its own: the
 * initdb of a killed start may still be running, and removes the folder it was given when it fails.
 */
export async function initialise(site: Site, password: string): Promise<void> {
  await removeDrafts(site)
  const draft = await mkdtemp(`${site.clusterDir}${DRAFT}`)
  const fresh = path.join(draft, 'cluster')
  const passwordFile = path.join(draft, 'password')
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    if (site.account) {
      for (const entry of [passwordFile, draft]) await chown(entry, site.account.uid, site.account.gid)
    }
    await initdb(site, fresh, passwordFile)
    await rename(fresh, site.clusterDir)
    if (site.durable) await persistName(path.dirname(site.clusterDir))
  } finally {
    await removeDrafts(site)
  }
}

const DRAFT = '.draft'

/** Repeated while a process that outlived its start still writes there. */
async function removeDrafts({ clusterDir }: Site): Promise<void> {
  const parent = path.dirname(clusterDir)
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(`${path.basename(clusterDir)}${DRAFT}`))
  for (const name of drafts) {
    await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

async function initdb(site: Site, folder: string, passwordFile: string): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--lc-collate=C',
    '--lc-ctype=C.UTF-8',
    '--lc-messages=C',
    ...(site.durable ? [] : ['--no-sync']),
  ]
  await runProgram(site, 'initdb', { args, input: '' })
}

/** After the stored one was lost. Single-user mode: the server must not be running. */
export async function resetPassword(site: Site, password: string): Promise<void> {
  const args = ['--single', '-D', site.clusterDir, 'postgres']
  await runProgram(site, 'postgres', { args, input: `ALTER ROLE "${OWNER}" PASSWORD '${password}'\n` })
}

async function runProgram(site: Site, name: 'initdb' | 'postgres', { args, input }: { args: string[]; input: string }) {
  const child = spawn(program(site.native, name), args, {
    ...site.account,
    cwd: path.parse(site.native).root,
    env: PROGRAM_ENV,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  const append = (chunk: Buffer) => (output += chunk.toString())
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  // It may exit before reading its input; its exit code is reported.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw explain(output, site.dataDir)
}

async function persistName(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Derived from the owner's, so that the data folder has one secret for both. */
export const servicePassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(SERVICE).digest('hex')

/**
 * The service's role: not a superuser, owner of its database and of everything in it. Idempotent.
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

/** Hands over what the superuser owns. REASSIGN OWNED does not work for the role that created the cluster. */
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
