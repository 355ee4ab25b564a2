import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givePlan } from '../../../../test/support/held-plan.ts'
import { createTestRentals, type RentalsApp } from '../../../../test/support/rentals.ts'
import { accountFactsColumn } from './index.ts'

let app: RentalsApp
beforeAll(async () => {
  app = await createTestRentals()
})
afterAll(() => app.close())

test('the plan of an account is found by an index', async () => {
  const { accountId } = await app.aRenter(60)
  await sql`
    insert into subscription (subscription_id, account_id, plan_version_id, state, anchor, cycle, cycle_starts_at, cycle_ends_at,
      last_cycle, paid_until, entitled_until, started_at, ended_at, end_reason)
    select 'past-' || n, ${accountId}, 'entertainment-pass.1', 'ended', now(), 1, now(), now(), 1, now(), now(), now(),
      now(), 'cancelled' from generate_series(1, 5000) n`.execute(app.worldDb)
  await givePlan(app.worldDb, { accountId, now: app.clock.now() })
  await sql`analyze subscription`.execute(app.worldDb)
  const column = accountFactsColumn(accountId, app.clock.now())
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select ${column}`.execute(app.worldDb)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan using subscription_live/u)
})
