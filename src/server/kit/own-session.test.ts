import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabaseProxy } from '../../../test/support/database-proxy.ts'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { openDb, sql } from './db.ts'
import { assertOwnSessions } from './own-session.ts'

let database: TestDb
beforeAll(async () => {
  database = await createTestDb()
})
afterAll(() => database.close())

const SENTENCE = /pool_mode=transaction.*pool_mode=session/

test('PostgreSQL itself gives sessions, also at an address with options of its own', async () => {
  await assertOwnSessions(database.url)
  const url = new URL(database.url)
  url.searchParams.set('options', '-c work_mem=5MB')
  await assertOwnSessions(url.href)
})

/** What a pooler of transactions makes of a statement; the length stays. deploy/test/pgbouncer.sh tries a real one. */
test.each([
  ['loses what a session has set', 'statement_timeout = 54321', 'statement_timeout = 11111'],
  ['gives two sessions one backend', 'pg_backend_pid()', '               7'],
])('a pooler that %s is refused', async (_, statement, changed) => {
  const change = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace(statement, changed), 'latin1')
  const proxy = await openDatabaseProxy(database.url, change)
  onTestFinished(proxy.close)
  await expect(assertOwnSessions(proxy.url)).rejects.toThrow(SENTENCE)
})

test('no connection asks for settings among its start-up parameters, which PgBouncer refuses', async () => {
  const sent: string[] = []
  const keep = (bytes: Buffer) => {
    sent.push(bytes.toString('latin1'))
    return bytes
  }
  const proxy = await openDatabaseProxy(database.url, keep)
  onTestFinished(proxy.close)
  const { db, reads, fixedPlanDb, close } = openDb({ url: proxy.url, statementMs: 4_321 })
  onTestFinished(close)
  const read = sql<Record<string, string>>`
    select current_setting('timezone') as zone, current_setting('statement_timeout') as "limit",
      current_setting('default_transaction_read_only') as read_only, current_setting('plan_cache_mode') as plans`
  const [written, shared, planned] = await Promise.all(
    [db, reads, fixedPlanDb].map(async (one) => (await read.execute(one)).rows[0]),
  )
  expect(written).toEqual({ zone: 'UTC', limit: '4321ms', read_only: 'off', plans: 'auto' })
  expect(shared).toEqual({ zone: 'UTC', limit: '5s', read_only: 'on', plans: 'auto' })
  expect(planned).toEqual({ zone: 'UTC', limit: '4321ms', read_only: 'on', plans: 'force_generic_plan' })
  expect(sent.join('').match(/\0options\0/)).toBeNull()
})
