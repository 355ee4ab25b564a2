import { once } from 'node:events'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { type DbHandle, openDb, sql } from './db.ts'

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
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
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

test('reads reconnect after their connection is terminated', async () => {
  const before = await readPid()
  await terminateAll()
  await vi.waitFor(async () => expect(await readPid()).not.toBe(before))
})
