import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestClock } from '#server/kit/clock.ts'
import { inTransaction } from '#server/kit/db.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import { checkDigests, recordAudit, writeDigests } from './index.ts'

let testDb: TestDb
beforeEach(async () => {
  testDb = await createTestDb()
})
afterEach(() => testDb.close())

/** 12:00 in Hong Kong. */
const clock = () => createTestClock('2026-11-21T04:00:00Z')

const record = (at: Temporal.Instant, subject: string) =>
  inTransaction(testDb.db, (tx) => recordAudit(tx, { at, actor: 'operator:ann', action: 'correct', subject }))

/** As an attacker with the rights of the owner. */
async function tamper(statement: string): Promise<void> {
  const client = await testDb.pool.connect()
  try {
    await client.query('set role harbour_ledger')
    await client.query('alter table audit_entry disable trigger all')
    await client.query(statement)
    await client.query('alter table audit_entry enable trigger all')
  } finally {
    await client.query('reset role')
    client.release()
  }
}

test('each day that is over gets a digest an hour after midnight in Hong Kong, once, also by several workers', async () => {
  const { now, advance } = clock()
  expect(await writeDigests(testDb.db, now())).toEqual([])
  await record(now(), 'wallet:1')
  advance('PT12H59M')
  expect(await writeDigests(testDb.db, now())).toEqual([])
  advance('PT1M')
  const written = (await Promise.all([1, 2, 3].map(() => writeDigests(testDb.db, now())))).flat()
  expect(written.map(({ day, entries }) => [day.toString(), entries])).toEqual([['2026-11-21', 1]])
  await record(now(), 'wallet:2')
  advance('PT72H')
  expect((await writeDigests(testDb.db, now())).map(({ day, entries }) => [day.toString(), entries])).toEqual([
    ['2026-11-22', 1],
    ['2026-11-23', 0],
    ['2026-11-24', 0],
  ])
  expect(await checkDigests(testDb.db)).toEqual({ days: 4, wrong: undefined })
})

test.each([
  ['changed', `update audit_entry set subject = 'wallet:9' where subject = 'wallet:2'`],
  ['removed', `delete from audit_entry where subject = 'wallet:2'`],
  [
    'added',
    `insert into audit_entry (at, actor, action, subject) select at, actor, action, 'wallet:3' from audit_entry where subject = 'wallet:2'`,
  ],
])('an entry that is %s later shows at its day', async (_what, statement) => {
  const { now, advance } = clock()
  for (const subject of ['wallet:1', 'wallet:2', 'wallet:4']) {
    await record(now(), subject)
    advance('PT24H')
  }
  await writeDigests(testDb.db, now())
  await tamper(statement)
  const { wrong, days } = await checkDigests(testDb.db)
  expect([days, wrong?.toString()]).toEqual([1, '2026-11-22'])
})

test('even the owner only adds to the digests', async () => {
  const { now, advance } = clock()
  await record(now(), 'wallet:1')
  advance('PT24H')
  await writeDigests(testDb.db, now())
  const client = await testDb.pool.connect()
  try {
    for (const role of ['none', 'harbour_ledger']) {
      await client.query(`set role ${role}`)
      for (const change of [`update audit_digest set entries = 2`, 'delete from audit_digest', 'truncate audit_digest'])
        await expect(client.query(change)).rejects.toThrow(/permission denied|append-only/)
    }
  } finally {
    await client.query('reset role')
    client.release()
  }
})
