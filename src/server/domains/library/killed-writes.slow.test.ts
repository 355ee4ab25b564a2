import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../../../test/support/full.ts'
import { createTestLibrary } from '../../../../test/support/library.ts'
import { randomMoment } from '../../../../test/support/random-moment.ts'
import { seededRandom } from '../../../../test/support/seeded-random.ts'

const WRITER = join(import.meta.dirname, '../../../../test/support/progress-writer.ts')
const PROFILES = 30
const KILLS = isFull ? 40 : 6
const random = seededRandom(Number(process.env.CRASH_SEED ?? 20261123))

let testApp: Awaited<ReturnType<typeof createTestLibrary>>
let profileIds: string[]
beforeAll(async () => {
  testApp = await createTestLibrary()
  profileIds = []
  for (let n = 0; n < PROFILES; n++) profileIds.push((await testApp.aViewer()).profileId)
})
afterAll(() => testApp.close())

/** Lets a process write, kills it at a random moment, and returns the last position that it acknowledged for each profile. */
async function writeAndKill(first: number): Promise<Map<string, number>> {
  const args = [WRITER, testApp.url, JSON.stringify(profileIds), String(first)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const acknowledged = new Map<string, number>()
  const read = (async () => {
    for await (const line of createInterface(child.stdout)) {
      const [profileId = '', position] = line.split(' ')
      acknowledged.set(profileId, Number(position))
      if (acknowledged.size < PROFILES || child.killed) continue
      void randomMoment(random, 60).then(() => child.kill('SIGKILL'))
    }
  })()
  await exited
  await read
  return acknowledged
}

test('whenever a node is killed, no acknowledged watch progress is lost', async () => {
  let first = 1
  for (let kill = 0; kill < KILLS; kill++) {
    const acknowledged = await writeAndKill(first)
    expect(acknowledged.size).toBe(PROFILES)
    const rows = await testApp.db.selectFrom('bookmark').select(['profile_id', 'position']).execute()
    const stored = new Map(rows.map(({ profile_id, position }) => [profile_id, position]))
    const lost = [...acknowledged].filter(([profileId, position]) => (stored.get(profileId) ?? 0) < position)
    expect(lost).toEqual([])
    first = Math.max(...stored.values()) + 1
  }
})
