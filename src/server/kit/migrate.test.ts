import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { systemClock } from './clock.ts'
import { sql } from './db.ts'
import { createSchemaCheck, migrate, missingMigrations, readMigrations } from './migrate.ts'
import { clockError, forgetNode, runningEncoders, sayAlive } from './nodes.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../migrations')
const clock = systemClock

let testDb: TestDb
beforeAll(async () => {
  testDb = await createTestDb()
})
afterAll(() => testDb.close())
beforeEach(async () => {
  await sql`truncate migration`.execute(testDb.db)
})

/** A program: a folder with these migrations. */
async function program(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.sql`), text)
  return folder
}

function connect(options?: string): Pool {
  const pool = new Pool({ connectionString: testDb.url, max: 1, options })
  onTestFinished(() => pool.end())
  return pool
}

test('a migration has no limit of time, unlike the statements of a request', async () => {
  const folder = await program({
    '0001_long': "create table seen as select current_setting('statement_timeout') as statement_timeout;",
  })
  const pool = connect('-c statement_timeout=100')
  expect(await migrate(pool, { folder, clock })).toEqual(['0001_long.sql'])
  const limitOf = async (query: string) => (await pool.query<{ statement_timeout: string }>(query)).rows
  expect(await limitOf('table seen')).toEqual([{ statement_timeout: '0' }])
  // What the connection does next has its limit again.
  expect(await limitOf('show statement_timeout')).toEqual([{ statement_timeout: '100ms' }])
})

test('large indexes are made while their table is written to; one that was interrupted is made again', async () => {
  const pool = connect()
  await pool.query('create table big (n int); insert into big values (1), (1)')
  const index = '-- expand\n-- concurrently\ncreate unique index concurrently big_n on big (n);\n'
  const folder = await program({ '0001_big': index })
  await expect(migrate(pool, { folder, clock })).rejects.toThrow('could not create unique index')
  expect(await missingMigrations(pool, folder)).toEqual(['0001_big.sql'])
  const isValid = async () =>
    (await pool.query(`select indisvalid from pg_index where indexrelid = to_regclass('big_n')`)).rows
  expect(await isValid()).toEqual([{ indisvalid: false }])
  await pool.query('delete from big; insert into big values (2)')
  expect(await migrate(pool, { folder, clock })).toEqual(['0001_big.sql'])
  expect(await isValid()).toEqual([{ indisvalid: true }])
  // Killed before it was written down.
  await pool.query('truncate migration')
  expect(await migrate(pool, { folder, clock })).toEqual(['0001_big.sql'])
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
})

test('a migration that makes indexes so has nothing else, and is refused with anything that is left over', async () => {
  const all = (await readMigrations(MIGRATIONS)).filter(({ sql }) => /concurrently/.test(sql))
  const others = (text: string) =>
    text
      .replaceAll(/^--.*$/gm, '')
      .replaceAll(/^create (?:unique )?index concurrently \w+ on [^;]+;$/gm, '')
      .trim()
  expect(all).not.toEqual([])
  expect(
    all.filter(({ sql }) => !/^-- (?:expand|contract since \d{4})\n-- concurrently\n/.test(sql) || others(sql) !== ''),
  ).toEqual([])
  const pool = connect()
  const folder = await program({
    '0001_both': '-- expand\n-- concurrently\ncreate index if not exists big_m on big (n);\n',
  })
  await expect(migrate(pool, { folder, clock })).rejects.toThrow('0001_both.sql has more than indexes: create index if')
  expect(await missingMigrations(pool, folder)).toEqual(['0001_both.sql'])
})

test('indexes of tables that large deployments have are made concurrently from 0199 on', async () => {
  const later = (await readMigrations(MIGRATIONS)).filter(({ name }) => name >= '0199')
  const made = new Set(later.flatMap(({ sql }) => [...sql.matchAll(/create table (\w+)/g)].map(([, table]) => table!)))
  const locking = later.flatMap(({ name, sql }) =>
    [...sql.matchAll(/create (?:unique )?index (?!concurrently)\w+ on (\w+)/g)]
      .filter(([, table]) => !made.has(table!) && !sql.includes(`\n-- Small table: ${table}.\n`))
      .map(([statement]) => `${name}: ${statement}`),
  )
  expect(locking).toEqual([])
})

test('the table of another owner gets its index in the name of that owner, and the connection is its own again', async () => {
  const pool = connect()
  await pool.query('create table owned (n int); alter table owned owner to harbour_ledger')
  const folder = await program({
    '0001_owned': '-- expand\n-- concurrently\ncreate index concurrently owned_n on owned (n);\n',
  })
  expect(await migrate(pool, { folder, clock })).toEqual(['0001_owned.sql'])
  const { rows } = await pool.query(
    "select pg_get_userbyid(relowner) as owner, current_user = session_user as restored from pg_class where relname = 'owned_n'",
  )
  expect(rows).toEqual([{ owner: 'harbour_ledger', restored: true }])
})

describe('an earlier program', () => {
  const ONE = { '0001_one': 'select 1;' }
  const TWO = { ...ONE, '0002_two': '-- expand\nselect 2;' }

  test.each([
    { it: 'runs beside an expand', own: ONE, newer: TWO, runs: true },
    {
      it: 'runs beside a contract of what it no longer uses',
      own: TWO,
      newer: { ...TWO, '0003_three': '-- contract since 0002\nselect 3;' },
      runs: true,
    },
    {
      it: 'does not run beside a contract of what it uses',
      own: ONE,
      newer: { ...TWO, '0003_three': '-- contract since 0002\nselect 3;' },
      runs: false,
    },
    { it: 'does not run beside a migration without a header', own: ONE, newer: { ...ONE, '0002_two': 'select 2;' } },
    {
      it: 'does not run beside a header that is not the first line',
      own: ONE,
      newer: { ...ONE, '0002_two': '-- Rows.\n-- expand\nselect 2;' },
    },
  ])('$it', async ({ own, newer, runs = false }) => {
    const pool = connect()
    const folder = await program(own)
    await migrate(pool, { folder: await program(newer), clock })
    const check = createSchemaCheck(await readMigrations(folder))
    const started = Promise.all([check(pool), missingMigrations(pool, folder), migrate(pool, { folder, clock })])
    if (runs) expect(await started).toEqual([undefined, [], []])
    else await expect(started).rejects.toThrow('which this version does not know')
  })

  test('is refused where a migration that it knows was changed', async () => {
    const pool = connect()
    await migrate(pool, { folder: await program(TWO), clock })
    const changed = await program({ ...ONE, '0002_two': '-- expand\nselect 22;' })
    await expect(migrate(pool, { folder: changed, clock })).rejects.toThrow('0002_two.sql was changed')
  })
})

test('a database that was migrated before there were headers is read and migrated', async () => {
  const pool = connect()
  await sql`alter table migration drop column oldest`.execute(testDb.db)
  const folder = await program({ '0001_one': '-- expand\nselect 1;' })
  expect(await missingMigrations(pool, folder)).toEqual(['0001_one.sql'])
  expect(await migrate(pool, { folder, clock })).toEqual(['0001_one.sql'])
  expect(await missingMigrations(pool, folder)).toEqual([])
})

test('a table in use is waited for, told, and lets others pass meanwhile', async () => {
  await sql`create table if not exists busy (n integer)`.execute(testDb.db)
  const reader = new Client({ connectionString: testDb.url })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin; select * from busy')
  const said: string[] = []
  const waiting = Promise.withResolvers<void>()
  const say = (line: string) => {
    said.push(line)
    waiting.resolve()
  }
  const folder = await program({ '0001_busy': '-- expand\nalter table busy add column m integer;' })
  const migrated = migrate(connect(), { folder, clock, say })
  await waiting.promise
  // The migration has let go of its place in the queue of the table.
  await sql`select * from busy`.execute(testDb.db)
  await reader.query('commit')
  expect(await migrated).toEqual(['0001_busy.sql'])
  expect(said).toEqual(['Migration 0001_busy.sql waits for a table that is in use …'])
})

describe('a contract', () => {
  const FILES = {
    '0001_one': '-- expand\nselect 1;',
    '0002_two': '-- expand\nselect 2;',
    '0003_three': '-- contract since 0002\nselect 3;',
    '0004_four': '-- expand\nselect 4;',
  }
  const [, , THREE, FOUR] = Object.keys(FILES).map((name) => `${name}.sql`)

  async function upgradeBeside(newestMigration: string) {
    await sql`truncate node`.execute(testDb.db)
    const pool = connect()
    const { '0003_three': _, '0004_four': __, ...older } = FILES
    await migrate(pool, { folder: await program(older), clock })
    await sayAlive(pool, { processId: 'p', nodeId: 'a', version: '1.0.0', roles: 'web', newestMigration }, clock)
    return { pool, folder: await program(FILES) }
  }

  test('is postponed while a program runs that uses what it removes, and refused when it is asked for', async () => {
    const { pool, folder } = await upgradeBeside('0001_one.sql')
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const refused = migrate(pool, { folder, clock, contracts: 'refuse' })
    await expect(refused).rejects.toThrow('removes what version 1.0.0 on node a still uses')
    expect(await missingMigrations(pool, folder)).toEqual([FOUR])
    expect(await migrate(pool, { folder, clock, contracts: 'postpone', say })).toEqual([FOUR])
    expect(said).toEqual([expect.stringContaining('It is left for: npm run migrate -- --contract')])
    // The newer program runs without it.
    expect(await missingMigrations(pool, folder)).toEqual([])
    await forgetNode(pool, { processId: 'p' })
    expect(await migrate(pool, { folder, clock, contracts: 'refuse' })).toEqual([THREE])
  })

  test('is applied beside a program that no longer uses it, and beside one that was last seen half a minute ago', async () => {
    const beside = await upgradeBeside('0002_two.sql')
    expect(await migrate(beside.pool, { ...beside, clock, contracts: 'refuse' })).toEqual([THREE, FOUR])
    await sql`truncate migration`.execute(testDb.db)
    const { pool, folder } = await upgradeBeside('0001_one.sql')
    await sql`update node set seen_at = seen_at - interval '31 seconds'`.execute(testDb.db)
    expect(await migrate(pool, { folder, clock, contracts: 'refuse' })).toEqual([THREE, FOUR])
  })
})

test('the clock of a process is compared with the database’s as far as the time of the call proves it', () => {
  expect(clockError(1_000, { before: 990, after: 1_020 })).toBe(0)
  expect(clockError(1_000, { before: 4_000, after: 4_020 })).toBe(3_000)
  expect(clockError(9_000, { before: 4_000, after: 4_020 })).toBe(-4_980)
})

test('encoders that run say whether ffmpeg is confined, others say nothing of it', async () => {
  const pool = connect()
  const say = (processId: string, roles: string, isConfined?: () => boolean | undefined) =>
    sayAlive(
      pool,
      { processId, nodeId: 'a', version: '1.0.0', roles, newestMigration: '', ...(isConfined && { isConfined }) },
      clock,
    )
  let isConfined: boolean | undefined
  await say('web', 'web')
  await say('both', 'worker,encoder', () => isConfined)
  expect(await runningEncoders(testDb.db)).toEqual([null])
  isConfined = false
  await say('both', 'worker,encoder', () => isConfined)
  await say('apart', 'encoder', () => true)
  expect((await runningEncoders(testDb.db)).toSorted()).toEqual([false, true])
  await sql`update node set seen_at = seen_at - interval '31 seconds' where process_id = 'both'`.execute(testDb.db)
  expect(await runningEncoders(testDb.db)).toEqual([true])
  await sql`truncate node`.execute(testDb.db)
})

test('a node that waits for another says so, and goes on when the other has ended', async () => {
  const other = new Client({ connectionString: testDb.url })
  await other.connect()
  await other.query('select pg_advisory_lock(7226001)')
  const waiting = Promise.withResolvers<string>()
  const folder = await program({ '0001_one': '-- expand\nselect 1;' })
  const migrated = migrate(connect(), { folder, clock, say: waiting.resolve })
  expect(await waiting.promise).toBe('Waiting: another node migrates the database …')
  await other.end()
  expect(await migrated).toEqual(['0001_one.sql'])
})

test('each migration from 0139 on says whether programs before it run beside it', async () => {
  const names = (await readdir(MIGRATIONS)).filter((name) => name >= '0139')
  for (const name of names) {
    const [header] = (await readFile(join(MIGRATIONS, name), 'utf8')).split('\n', 1)
    const since = /^-- contract since (\d{4})$/.exec(header!)?.[1]
    expect(header === '-- expand' || (since !== undefined && since < name), `${name}: ${header}`).toBe(true)
  }
})
