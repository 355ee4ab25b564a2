import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/kit/db.ts'
import { createTestCompensations } from '../../../../test/support/compensations.ts'
import { isFull } from '../../../../test/support/full.ts'
import { randomMoment } from '../../../../test/support/random-moment.ts'
import { createTestRentals, type RentalsApp } from '../../../../test/support/rentals.ts'
import { seededRandom } from '../../../../test/support/seeded-random.ts'

const COMPENSATOR = join(import.meta.dirname, '../../../../test/support/compensator.ts')
const MEMBERS = isFull ? 2_000 : 300
const KILLS = isFull ? 20 : 5
const random = seededRandom(Number(process.env.CRASH_SEED ?? 20261130))

let app: RentalsApp
beforeAll(async () => {
  app = await createTestRentals()
})
afterAll(() => app.close())

test('a worker that is killed at any moment gives no account twice and leaves none out', async () => {
  const compensations = createTestCompensations({ db: app.worldDb, clock: app.clock }, { rentals: app.rentals })
  const { accountId } = await app.aRenter()
  const at = app.clock.now()
  await app.pool.query(
    `insert into account select (jsonb_populate_record(a, jsonb_build_object(
       'account_id', 'many-' || n, 'number', '+8526' || lpad(n::text, 7, '0')))).*
     from account a, generate_series(1, $2::int) n where a.account_id = $1`,
    [accountId, MEMBERS],
  )
  await app.pool.query(
    `insert into playback_stream (stream_id, account_id, session_id, program_id, program_guid, started_at, last_seen_at)
     select account_id, account_id, account_id, 'film', 'film', $1, $1 from account where account_id like 'many-%'`,
    [at.subtract({ minutes: 5 }).toString()],
  )
  const { members, compensationId } = await inTransaction(app.worldDb, (tx) =>
    compensations.order(tx, {
      incident: 'killed',
      from: at.subtract({ hours: 1 }),
      until: at,
      who: ['streamed'],
      gives: { kind: 'credits', credits: 7 },
      reason: 'outage',
      operatorId: 'op-1',
      actor: 'operator:Ada',
      approvedBy: 'op-2',
      approvedMembers: undefined,
    }),
  )
  expect(members).toBe(MEMBERS)
  for (let kill = 0; kill < KILLS; kill += 1) {
    const children = [1, 2].map(() =>
      spawn(process.execPath, [COMPENSATOR, app.url], { stdio: ['ignore', 'pipe', 'inherit'] }),
    )
    await Promise.all(children.map(({ stdout }) => once(stdout, 'data')))
    await randomMoment(random, 150)
    const ends = children.map((child) => once(child, 'exit'))
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(ends)
  }
  await compensations.giveDue()
  expect(await compensations.show(compensationId)).toMatchObject({ state: 'done', given: MEMBERS })
  const { rows } = await app.pool.query(
    `select count(*)::int as lots, count(distinct wallet_id)::int as wallets, sum(remaining)::int as credits,
       (select count(*)::int from inbox_message where template = 'compensatedCredits') as messages,
       (select count(*)::int from audit_entry where action = 'compensate customer') as entries
     from lot`,
  )
  expect(rows).toEqual([{ lots: MEMBERS, wallets: MEMBERS, credits: 7 * MEMBERS, messages: MEMBERS, entries: MEMBERS }])
  expect(await app.differences()).toEqual([])
})
