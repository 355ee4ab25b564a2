import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/kit/db.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import { operatorActor, recordAudit } from './index.ts'

let testDb: TestDb
beforeAll(async () => {
  testDb = await createTestDb()
})
afterAll(() => testDb.close())

const entry = {
  at: Temporal.Instant.from('2026-11-28T04:00:00Z'),
  actor: operatorActor(' ann '),
  action: 'correct',
  subject: 'transfer:1',
  reason: 'a double charge',
}
const entries = () => testDb.db.selectFrom('audit_entry').selectAll().orderBy('audit_entry_id').execute()

test('an entry is kept with the change that it records, or not at all', async () => {
  await inTransaction(testDb.db, (tx) => recordAudit(tx, { ...entry, details: { credits: 20 } }))
  await inTransaction(testDb.db, (tx) => recordAudit(tx, entry))
  const crashed = inTransaction(testDb.db, async (tx) => {
    await recordAudit(tx, { ...entry, subject: 'transfer:2' })
    throw new Error('crash')
  })
  await expect(crashed).rejects.toThrow('crash')
  expect(await entries()).toMatchObject([
    { ...entry, actor: 'operator:ann', details: { credits: 20 } },
    { ...entry, actor: 'operator:ann', details: {} },
  ])
})

const CHANGES = [`update audit_entry set reason = 'none'`, 'delete from audit_entry', 'truncate audit_entry']

test('the role of the service may only add to the log', async () => {
  for (const change of CHANGES)
    await expect(testDb.pool.query(change)).rejects.toMatchObject({ code: '42501', message: /permission denied/ })
})

test('even the owner of the log only adds to it', async () => {
  const client = await testDb.pool.connect()
  try {
    await client.query('set role harbour_ledger')
    for (const change of CHANGES)
      await expect(client.query(change)).rejects.toMatchObject({ message: 'audit_entry is append-only' })
  } finally {
    await client.query('reset role')
    client.release()
  }
})
