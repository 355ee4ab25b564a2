import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '#server/domains/ledger/index.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import {
  addDuePlans,
  addPaidOrders,
  chargedAndEntitled,
  createProviderTable,
} from '../../../../test/support/due-plans.ts'
import { isFull } from '../../../../test/support/full.ts'
import { randomMoment } from '../../../../test/support/random-moment.ts'
import { seededRandom } from '../../../../test/support/seeded-random.ts'

const NODE = join(import.meta.dirname, '../../../../bench/support/charging-server.ts')
const COUNT = isFull ? 500 : 60
const KILLS = isFull ? 40 : 6
const LATENCY_MS = 5
/** What a killed node had leased is taken over by the next one after five minutes. */
const LATER = { minutes: 6 } as const
/** A charge without an outcome is requested again after ten minutes. */
const REPEATED = { minutes: 11 } as const
const START = Temporal.Instant.from('2026-11-21T04:00:00Z')
const random = seededRandom(Number(process.env.CRASH_SEED ?? 20261123))

let database: TestDb
beforeAll(async () => {
  database = await createTestDb()
  await createProviderTable(database.pool)
  await addDuePlans(database.pool, { now: START, count: COUNT })
  await addPaidOrders(database.pool, { now: START, count: COUNT })
})
afterAll(() => database.close())

/** Starts a node at its time; `calls(n)` resolves once its provider was called `n` times, or it has ended. */
function startNode(now: Temporal.Instant) {
  const args = [NODE, database.url, String(LATENCY_MS), now.toString()]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  async function calls(count: number): Promise<void> {
    // The first line says that it has started.
    for (let line = 0; line <= count; line++) if ((await lines.next()).done) return
  }
  return { child, exited, calls }
}

const differences = async () => (await createLedger({ db: database.db, clock: createTestClock() }).check())?.differences

test('whenever a node is killed while it settles and charges, what was charged is entitled, once', async () => {
  let now = START
  let unfinished = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, exited, calls } = startNode(now)
    // So few that some are left for each kill, and then a moment within the next ones.
    await calls(Math.floor((random() * 2 * COUNT) / (KILLS + 1)))
    await randomMoment(random, 10)
    child.kill('SIGKILL')
    await exited
    const { taken, booked, twice, cycles } = await chargedAndEntitled(database.pool)
    expect({ taken, twice }).toEqual({ taken: booked, twice: 0 })
    expect(await differences()).toEqual([])
    if (cycles < 2 * COUNT) unfinished++
    now = now.add(LATER)
  }
  // A kill after the last charge proves nothing.
  expect(unfinished).toBeGreaterThan(0)
  for (let runs = 0; runs < 2; runs++, now = now.add(REPEATED)) expect(await startNode(now).exited).toBe(0)
  expect(await chargedAndEntitled(database.pool)).toEqual({
    taken: 2 * COUNT * 8_800,
    booked: 2 * COUNT * 8_800,
    paid: 2 * COUNT,
    cycles: 2 * COUNT,
    twice: 0,
  })
  expect(await differences()).toEqual([])
})
