import { once } from 'node:events'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { type DbHandle, openDb, sql } from './db.ts'

let world: TestDb
let house: DbHandle
const onError = vi.fn<(error: Error) => void>()

beforeAll(async () => {
  world = await createTestDb()
  house = openDb({ url: world.url, max: 2, onError })
})
afterAll(async () => {
  await house.close()
  await world.close()
})

/** What happens to every connection when the database is stopped. */
const cutAll = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    world.db,
  )

const pids = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(house.db)).rows

test('a connection that is cut while it lies idle is told of, and another takes its place', async () => {
  const before = await pids()
  await cutAll()
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
  expect(await pids()).not.toEqual(before)
})

test('a connection that is cut between two statements fails the next one, and not the process', async () => {
  const held = once(house.pool, 'acquire')
  const transaction = house.db.transaction().execute(async (tx) => {
    const [client] = (await held) as [PoolClient]
    // Not by `once`, which would listen for errors too.
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
    await cutAll()
    await ended
    await sql`select 1`.execute(tx)
  })
  await expect(transaction).rejects.toThrow(/connection/i)
  expect(await pids()).toHaveLength(1)
})
