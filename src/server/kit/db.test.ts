import { once } from 'node:events'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { openDatabaseProxy } from '../../../test/support/database-proxy.ts'
import { besideTransaction } from '../../../test/support/held-transaction.ts'
import { answeredInTime } from './answered-in-time.ts'
import { isDatabaseDown } from './database-down.ts'
import { type Db, type DbHandle, inTransaction, openDb, sql, withLock } from './db.ts'

let testDb: TestDb
let handle: DbHandle
const onError = vi.fn<(error: Error) => void>()

beforeAll(async () => {
  testDb = await createTestDb()
  handle = openDb({ url: testDb.url, max: 2, onError })
})
afterAll(async () => {
  await handle.close()
  await testDb.close()
})

/** Terminates every connection, as when the database stops. */
const terminateAll = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and datname = current_database() and pid <> pg_backend_pid()`.execute(
    testDb.db,
  )

const pids = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(handle.db)).rows

test('reports a terminated idle connection and replaces it', async () => {
  const before = await pids()
  await terminateAll()
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
  expect(await pids()).not.toEqual(before)
})

test('a connection terminated between two statements fails the next statement, not the process', async () => {
  const acquired = once(handle.pool, 'acquire')
  const transaction = handle.db.transaction().execute(async (tx) => {
    const [client] = (await acquired) as [PoolClient]
    // Not with `once`, which would also add an error listener.
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
    await terminateAll()
    await ended
    await sql`select 1`.execute(tx)
  })
  await expect(transaction).rejects.toThrow(/connection/i)
  expect(await pids()).toHaveLength(1)
})

describe('work that holds a connection', () => {
  const select = () => sql`select 1`.execute(handle.db)

  test.each([
    ['in a transaction', () => handle.db.transaction().execute(select)],
    ['on a connection', () => handle.db.connection().execute(select)],
    [
      'after other work in it',
      () => handle.db.transaction().execute(async (tx) => sql`select 1`.execute(tx).then(select)),
    ],
  ])('%s is refused a second one', async (_, work) => {
    await expect(work()).rejects.toThrow('a transaction asked for a second connection')
    await select()
  })

  test('gives it to what it leaves running, once it is over', async () => {
    const over = Promise.withResolvers<void>()
    const left = await handle.db.transaction().execute(async () => ({ later: over.promise.then(select) }))
    over.resolve()
    expect((await left.later).rows).toHaveLength(1)
  })

  test('is reported instead of refused, where that is set', async () => {
    const onSecondConnection = vi.fn()
    const other = openDb({ url: testDb.url, max: 2, onSecondConnection })
    try {
      await other.db.transaction().execute(() => sql`select 1`.execute(other.db))
      expect(onSecondConnection).toHaveBeenCalledOnce()
    } finally {
      await other.close()
    }
  })
})

test('a query that waits too long for a free connection fails, as without a database', async () => {
  const small = openDb({ url: testDb.url, max: 1, connectTimeoutMs: 500 })
  try {
    await besideTransaction({
      run: (work) => small.db.transaction().execute(work),
      lock: (tx) => sql`select 1`.execute(tx),
      beside: async () => {
        const error = await sql`select 1`.execute(small.db).catch((refused: unknown) => refused)
        expect(isDatabaseDown(error)).toBe(true)
      },
    })
    expect((await sql`select 1`.execute(small.db)).rows).toHaveLength(1)
  } finally {
    await small.close()
  }
})

const readPid = async () =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(handle.reads)).rows[0]?.pid

test('concurrent reads share one connection and get their own results', async () => {
  const numbers = Array.from({ length: 200 }, (_, n) => n)
  const answers = await Promise.all(
    numbers.map((n) =>
      sql<{ n: number; pid: number }>`select ${n}::int as n, pg_backend_pid() as pid`.execute(handle.reads),
    ),
  )
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(numbers)
  expect(new Set(answers.map(({ rows }) => rows[0]?.pid)).size).toBe(1)
})

test('a failing read does not affect others', async () => {
  const divide = (by: number) => sql<{ n: number }>`select 6 / ${by}::int as n`.execute(handle.reads)
  const outcomes = await Promise.allSettled([1, 0, 2, 0, 3].map(divide))
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.rows[0]?.n : 'failed'))).toEqual([
    6,
    'failed',
    3,
    'failed',
    2,
  ])
})

test('the connection for reads is read-only', async () => {
  await expect(sql`create table written ()`.execute(handle.reads)).rejects.toThrow(/read-only/)
})

test('the fixed-plan pool plans a statement once per connection and is read-only', async () => {
  const { fixedPlanDb } = handle
  for (const value of [1, 2, 3]) await sql`select ${value}::int as planned_once`.execute(fixedPlanDb)
  const { rows } = await sql`select generic_plans, custom_plans from pg_prepared_statements
    where statement like '%planned_once' and name <> ''`.execute(fixedPlanDb)
  expect(rows).toEqual([{ generic_plans: 3, custom_plans: 0 }])
  await expect(sql`create table refused (id int)`.execute(fixedPlanDb)).rejects.toThrow('read-only')
})

test('reads reconnect after their connection is terminated', async () => {
  const before = await readPid()
  await terminateAll()
  await vi.waitFor(async () => expect(await readPid()).not.toBe(before))
})

test('a stuck read is canceled before it fails the reads behind it', async () => {
  const impatient = openDb({ url: testDb.url, readTimeoutMs: 2_000 })
  try {
    const [stuck, next] = await Promise.allSettled([
      sql`select pg_sleep(60)`.execute(impatient.reads),
      sql<{ n: number }>`select ${1}::int as n`.execute(impatient.reads),
    ])
    expect(stuck).toMatchObject({ status: 'rejected', reason: { code: '57014' } })
    expect(next).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 1 }] } })
  } finally {
    await impatient.close()
  }
})

test('reads fail after their timeout while the network is lost, and recover with it', async () => {
  const proxy = await openDatabaseProxy(testDb.url)
  const remote = openDb({ url: proxy.url, readTimeoutMs: 500 })
  const read = (n: number) => sql<{ n: number }>`select ${n}::int as n`.execute(remote.reads)
  try {
    expect((await read(1)).rows).toEqual([{ n: 1 }])
    proxy.network.lost = true
    const outcomes = await Promise.allSettled([read(2), read(3)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(read(4), 'a connection that cannot be opened').rejects.toThrow(/timeout|terminated|not queryable/i)
    proxy.network.lost = false
    await vi.waitFor(async () => expect((await read(5)).rows).toEqual([{ n: 5 }]))
  } finally {
    await remote.close()
    proxy.close()
  }
})

describe('requests of a database that hangs', () => {
  const DEADLINES = { connectTimeoutMs: 300, statementMs: 60_000, answerMs: 400 }

  test('fail after their deadline, also within a transaction; the connection is not used again', async () => {
    const proxy = await openDatabaseProxy(testDb.url)
    const remote = openDb({ url: proxy.url, max: 1, ...DEADLINES })
    const select = (n: number) => sql<{ n: number }>`select ${n}::int as n`.execute(remote.db)
    try {
      expect((await select(1)).rows).toEqual([{ n: 1 }])
      const startedMs = performance.now()
      const inTransactions = inTransaction(remote.db, async (tx) => {
        proxy.network.lost = true
        await sql`select 2`.execute(tx)
      })
      const failed = await inTransactions.catch((error: unknown) => error)
      expect(isDatabaseDown(failed)).toBe(true)
      // Neither is the rollback waited for, nor a connection that owes an answer given to the next one.
      const next = await select(3).catch((error: unknown) => error)
      expect(isDatabaseDown(next)).toBe(true)
      expect(performance.now() - startedMs).toBeLessThan(3_000)
      proxy.network.lost = false
      await vi.waitFor(async () => expect((await select(4)).rows).toEqual([{ n: 4 }]))
    } finally {
      await remote.close()
      proxy.close()
    }
  })

  test('are refused when they are late, also while their second statement has time', async () => {
    const proxy = await openDatabaseProxy(testDb.url)
    const remote = openDb({ url: proxy.url, max: 1, connectTimeoutMs: 300, statementMs: 60_000, answerMs: 30_000 })
    const select = () => sql`select 1`.execute(remote.db)
    const request = async () => {
      await select()
      proxy.network.lost = true
      await select()
    }
    try {
      const startedMs = performance.now()
      const refused = await answeredInTime(request(), { lateMs: 200, silentMs: 100 }).catch((error: unknown) => error)
      expect(refused).toMatchObject({ code: 'UNAVAILABLE' })
      expect(performance.now() - startedMs).toBeLessThan(20_000)
    } finally {
      proxy.close()
      await remote.close()
    }
  })

  test('are not those that lift the limit of their transaction', async () => {
    const patient = openDb({ url: testDb.url, max: 1, ...DEADLINES })
    const sleep = (db: Db) => sql`select pg_sleep(1)`.execute(db)
    try {
      await patient.db.transaction().execute(async (tx) => {
        await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
        await sleep(tx)
      })
      expect(isDatabaseDown(await sleep(patient.db).catch((error: unknown) => error))).toBe(true)
    } finally {
      await patient.close()
    }
  })

  test('a statement that PostgreSQL gives up is such a failure, and leaves its connection usable', async () => {
    const { db, close } = openDb({ url: testDb.url, max: 1, statementMs: 200, answerMs: 5_000 })
    try {
      const slow = await sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error)
      expect(slow).toMatchObject({ code: '57014' })
      expect(isDatabaseDown(slow)).toBe(true)
      expect((await sql<{ n: number }>`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
    } finally {
      await close()
    }
  })
})

test('a statement whose columns a migration of another node has changed is prepared again, outside of a transaction at once', async () => {
  const { db, reads, close } = openDb({ url: testDb.url, max: 1 })
  await sql`create table changing (id int primary key, name text)`.execute(testDb.db)
  await sql`insert into changing values (1, 'one')`.execute(testDb.db)
  const all = (on: typeof db) => sql`select * from changing where id >= ${0}::int`.execute(on)
  const columns = async (on: typeof db) => Object.keys((await all(on)).rows[0] as object)
  const migrate = (column: string) => sql.raw(`alter table changing add column ${column} int`).execute(testDb.db)

  expect([await columns(db), await columns(reads)]).toEqual([
    ['id', 'name'],
    ['id', 'name'],
  ])
  await migrate('a')
  expect(await columns(db)).toEqual(['id', 'name', 'a'])
  expect(await Promise.all([1, 2, 3].map(() => columns(reads)))).toEqual([1, 2, 3].map(() => ['id', 'name', 'a']))
  await migrate('b')
  await migrate('c')
  expect(await columns(db)).toEqual(['id', 'name', 'a', 'b', 'c'])
  expect(await columns(db)).toEqual(['id', 'name', 'a', 'b', 'c'])

  await migrate('d')
  // The transaction is lost; the next one is not.
  const inTransaction = () => db.transaction().execute((tx) => columns(tx))
  await expect(inTransaction()).rejects.toThrow('cached plan must not change result type')
  expect(await inTransaction()).toContain('d')
  await migrate('e')
  expect(await columns(db)).toContain('e')
  await expect(sql`select ${1}::int from nowhere`.execute(db)).rejects.toThrow('nowhere')
  await close()
})

test('work under a lock is told when the connection that holds it is lost', async () => {
  const held = await withLock(testDb.url, 'work', async (lost) => {
    expect(await withLock(testDb.url, 'work', async () => 'taken')).toBeUndefined()
    const aborted = once(lost, 'abort')
    await sql`select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`.execute(testDb.db)
    await aborted
    return lost.reason as Error
  })
  expect(held?.name).toBe('LockLost')
  expect(await withLock(testDb.url, 'work', async () => 'taken')).toBe('taken')
})

describe('inTransaction', () => {
  const txid = async (db: Db) =>
    (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)).rows[0]?.id

  beforeAll(() => sql`create table entry (id int primary key)`.execute(testDb.db))

  test('opens a transaction on a database, and joins one', async () => {
    const [outer, inner] = await inTransaction(handle.db, async (tx) => [
      await txid(tx),
      await inTransaction(tx, (joined) => txid(joined)),
    ])
    expect(inner).toBe(outer)
    expect(await inTransaction(handle.db, txid)).not.toBe(outer)
  })

  test('commits what it did, once the transaction that it joined does', async () => {
    const ids = () => sql<{ id: number }>`select id from entry order by id`.execute(handle.db)
    const insert = (db: Db, id: number) => inTransaction(db, (tx) => sql`insert into entry values (${id})`.execute(tx))
    await inTransaction(handle.db, async (tx) => {
      await insert(tx, 1)
      await insert(tx, 2)
    })
    const failed = inTransaction(handle.db, async (tx) => {
      await insert(tx, 3)
      throw new Error('afterwards')
    })
    await expect(failed).rejects.toThrow('afterwards')
    expect((await ids()).rows).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('waits for a lock for two seconds, in one message that begins it', async () => {
    const queries: string[] = []
    const counted = openDb({ url: testDb.url, max: 1, onQuery: (text) => queries.push(text) })
    try {
      const { rows } = await inTransaction(counted.db, (tx) => sql`show lock_timeout`.execute(tx))
      expect(rows).toEqual([{ lock_timeout: '2s' }])
      expect(queries).toEqual([`begin; set local lock_timeout = '2s'`, 'show lock_timeout', 'commit'])
      expect((await sql`show lock_timeout`.execute(counted.db)).rows).toEqual([{ lock_timeout: '0' }])
    } finally {
      await counted.close()
    }
  })

  test('limits the wait also of a database that was not opened by openDb', async () => {
    const { rows } = await inTransaction(handle.db.withSchema('public'), (tx) => sql`show lock_timeout`.execute(tx))
    expect(rows).toEqual([{ lock_timeout: '2s' }])
  })

  const lock = (db: Db, id: number) => sql`select from entry where id = ${id} for update`.execute(db)

  test('refuses as unavailable when it does not get a lock', async () => {
    await besideTransaction({
      run: (work) => handle.db.transaction().execute(work),
      lock: (tx) => lock(tx, 1),
      beside: () =>
        expect(
          inTransaction(handle.db, async (tx) => {
            await sql`set local lock_timeout = '10ms'`.execute(tx)
            await lock(tx, 1)
          }),
        ).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 1 } }),
    })
  })

  test('refuses as unavailable the one of two that a deadlock ends', async () => {
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const lockBoth = (first: number, second: number) =>
      inTransaction(handle.db, async (tx) => {
        await lock(tx, first)
        both[first === 1 ? 0 : 1].resolve()
        await Promise.all(both.map(({ promise }) => promise))
        await sql`set local lock_timeout = 0`.execute(tx)
        await lock(tx, second)
      })
    const outcomes = await Promise.allSettled([lockBoth(1, 2), lockBoth(2, 1)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'UNAVAILABLE' } })
  })

  test('is refused a second connection', async () => {
    const nested = inTransaction(handle.db, () => inTransaction(handle.db, txid))
    await expect(nested).rejects.toThrow('a transaction asked for a second connection')
  })
})
