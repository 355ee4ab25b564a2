import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { isFull } from '../../../../test/support/full.ts'
import { randomMoment } from '../../../../test/support/random-moment.ts'
import { createScreeningsWorld, type ScreeningsWorld } from '../../../../test/support/screenings.ts'
import { seededRandom } from '../../../../test/support/seeded-random.ts'

const BUYER = join(import.meta.dirname, '../../../../test/support/screening-buyer.ts')
const SLOTS = ['first', 'second', 'third']
const ACCOUNTS = isFull ? 250 : 40
const KILLS = isFull ? 40 : 5
const random = seededRandom(Number(process.env.CRASH_SEED ?? 20261123))

let world: ScreeningsWorld
let purchases: [accountId: string, slotId: string, partner: string][]
beforeAll(async () => {
  world = await createScreeningsWorld()
  for (const [n, slot_id] of SLOTS.entries()) await world.aSlot({ slot_id, startsIn: n + 1, capacity: 5 * ACCOUNTS })
  const buyers: [string, string][] = []
  for (let n = 0; n < ACCOUNTS; n++) {
    const partner = n % 4 === 0 ? 'hgc' : 'anyplex'
    const owned = partner === 'hgc' ? { tickets: SLOTS.length } : { credits: 128 * SLOTS.length }
    buyers.push([(await world.aBuyer({ ...owned, partner })).accountId, partner])
  }
  purchases = SLOTS.flatMap((slotId) =>
    buyers.map(([accountId, partner]): (typeof purchases)[number] => [accountId, slotId, partner]),
  )
})
afterAll(() => world.close())

/** Starts the process; `exited` is its exit code, `bought(n)` resolves once it has acknowledged `n` screenings or ended. */
function startBuyer() {
  const child = spawn(process.execPath, [BUYER, world.url, JSON.stringify(purchases)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  async function bought(count: number): Promise<void> {
    // The first line says that it has started.
    for (let line = 0; line <= count; line++) if ((await lines.next()).done) return
  }
  return { child, exited, bought }
}

/** Transfers that charged, screenings that are valid, their hosts' seats, and five seats of the starts for each. */
async function accounting(): Promise<number[]> {
  const { rows } = await sql<{ counts: number[] }>`
    select array[(select count(*) from transfer where kind = 'screening'),
      (select count(*) from screening s join transfer t using (transfer_id) where s.state = 'valid' and t.kind = 'screening'),
      (select count(*) from screening_seat where is_host), (select sum(sold) / 5 from screening_slot)]::int[] as counts
  `.execute(world.db)
  return rows[0]!.counts
}

test('whenever a node is killed during purchases, what was charged is a screening with its host and its seats', async () => {
  let unfinished = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, exited, bought } = startBuyer()
    // So few that some are left for each kill, and then a moment within the next ones.
    await bought(Math.floor((random() * purchases.length) / (KILLS + 1)))
    await randomMoment(random, 10)
    child.kill('SIGKILL')
    await exited
    const [charged, ...others] = await accounting()
    expect(others).toEqual([charged, charged, charged])
    if (charged! < purchases.length) unfinished++
  }
  // A kill after the last purchase proves nothing.
  expect(unfinished).toBeGreaterThan(0)
  expect(await startBuyer().exited).toBe(0)
  expect(await accounting()).toEqual(Array.from({ length: 4 }, () => purchases.length))
  const { rows } = await sql<{ left: number }>`select coalesce(sum(remaining), 0)::int as left from lot`.execute(
    world.db,
  )
  expect(rows[0]!.left).toBe(0)
})
