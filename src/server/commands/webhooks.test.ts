import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { readConfig } from '#server/config.ts'
import { webhooksCommand } from './webhooks.ts'

let database: TestDb
const printed: string[] = []
beforeAll(async () => {
  database = await createTestDb()
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(line))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await database.close()
})
beforeEach(async () => {
  printed.length = 0
  await database.db.deleteFrom('webhook_event').execute()
})

const run = (...args: string[]) => webhooksCommand(readConfig({ DATABASE_URL: database.url }), args)

async function addFailed(eventId: string, provider: string): Promise<void> {
  const at = Temporal.Instant.from('2026-11-22T00:00:00Z')
  const event = { event_id: eventId, provider, dedup_key: eventId, body: Buffer.from('x'), state: 'failed' as const }
  const rest = { attempts: 8, due_at: at, problem: 'Error', received_at: at, processed_at: null }
  await database.db
    .insertInto('webhook_event')
    .values({ ...event, ...rest })
    .execute()
}

test('lists failed events by provider', async () => {
  await addFailed('e1', 'bank')
  await addFailed('e2', 'bank')
  expect(await run('list')).toBe(0)
  expect(printed).toEqual(['bank: 2 failed'])
})

test('says so when none has failed', async () => {
  expect(await run('list')).toBe(0)
  expect(printed).toEqual(['No failed events.'])
})

test('retry makes the failed events of that provider due, and no others', async () => {
  await addFailed('e1', 'bank')
  await addFailed('e2', 'other')
  expect(await run('retry', 'bank')).toBe(0)
  const rows = await database.db.selectFrom('webhook_event').select(['event_id', 'state', 'attempts']).execute()
  expect(rows.toSorted((a, b) => a.event_id.localeCompare(b.event_id))).toEqual([
    { event_id: 'e1', state: 'waiting', attempts: 0 },
    { event_id: 'e2', state: 'failed', attempts: 8 },
  ])
})

test('retry writes who did it and why in the transaction that does it, and nothing where nothing failed', async () => {
  await addFailed('e1', 'spoken-for')
  const xmin = sql<string>`xmin::text`.as('xmin')
  const entries = () =>
    database.db
      .selectFrom('audit_entry')
      .select(['actor', 'action', 'subject', 'reason', 'details', xmin])
      .where('subject', 'in', ['webhooks:spoken-for', 'webhooks:silent'])
      .execute()
  expect(await run('retry', 'silent', '--operator', 'ann')).toBe(0)
  expect(await entries()).toEqual([])
  expect(await run('retry', 'spoken-for', '--operator', 'ann', '--reason', 'their outage is over')).toBe(0)
  const retried = await database.db.selectFrom('webhook_event').select(xmin).executeTakeFirstOrThrow()
  const entry = { actor: 'operator:ann', action: 'retry webhook events', subject: 'webhooks:spoken-for' }
  const details = { reason: 'their outage is over', details: { count: 1 } }
  // The same transaction wrote both rows.
  expect(await entries()).toEqual([{ ...entry, ...details, ...retried }])
})

test.each([[[]], [['retry']], [['list', 'bank']], [['retry', 'a', 'b']]])(
  'wrong usage %j prints the usage and changes nothing',
  async (args) => {
    await addFailed('e1', 'bank')
    expect(await run(...args)).toBe(2)
    expect(printed.join('\n')).toContain('npm run webhooks -- retry')
  },
)
