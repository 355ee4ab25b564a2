import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccountsApp, createTestAccounts } from '../../../../test/support/accounts.ts'
import { seededRandom } from '../../../../test/support/seeded-random.ts'
import { createAccounts, tokenHash } from './index.ts'
import { createSessionUses } from './session-uses.ts'

let testApp: AccountsApp
beforeAll(async () => {
  testApp = await createTestAccounts()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.advance('PT49H'))

const ASK = { language: 'zh_HK', region: 'HK' } as const
const DAYS_30_MS = 30 * 24 * 3_600_000
const NOTED_MS = 60_000

/** When a session was last used, as the database has it. */
async function lastUse(token: string): Promise<number> {
  const row = await testApp.db
    .selectFrom('session')
    .select('last_used_at')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirstOrThrow()
  return row.last_used_at.epochMilliseconds
}

test('a use is written by the statement that reads, and within the same minute nothing is written at all', async () => {
  await testApp.aMember('63330001')
  const { token } = await testApp.signIn('63330001')
  const node = createAccounts(testApp.deps).sessions
  const statements = async (elapsed: string) => {
    testApp.clock.advance(elapsed)
    testApp.takeQueries()
    await node.viewer(token, ASK)
    return testApp.takeQueries().map((text) => (/update session/.test(text) ? 'reads and notes' : 'reads'))
  }
  expect(await statements('PT1S')).toEqual(['reads and notes'])
  expect(await statements('PT1S')).toEqual(['reads'])
  expect(await statements('PT57S')).toEqual(['reads'])
  expect(await statements('PT1S')).toEqual(['reads and notes'])
  expect(await lastUse(token)).toBe(testApp.clock.now().epochMilliseconds)
  expect(await statements('PT59.999S')).toEqual(['reads'])
  expect(await statements('PT0.001S')).toEqual(['reads and notes'])
})

const duration = (milliseconds: number): string => Temporal.Duration.from({ milliseconds }).toString()

const STEPS = [0, 1, 999, 30_000, 59_999, 60_000, 60_001, 3_600_000, DAYS_30_MS - 60_001, DAYS_30_MS - 1]

describe.each([1, 2, 3])('whatever two nodes see of a session, seed %i', (seed) => {
  test('its last use is exact to the minute, and it dies thirty days after', async () => {
    const random = seededRandom(seed)
    const mobileno = `6333001${seed}`
    await testApp.aMember(mobileno)
    const { token } = await testApp.signIn(mobileno)
    const nodes = [createAccounts(testApp.deps).sessions, createAccounts(testApp.deps).sessions]
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    let noted = await lastUse(token)
    for (let step = 0; step < 80; step++) {
      const rest = noted + DAYS_30_MS - 1 - testApp.clock.now().epochMilliseconds
      testApp.clock.advance(duration(Math.min(pick(STEPS), rest)))
      const now = testApp.clock.now().epochMilliseconds
      await pick(nodes).viewer(token, ASK)
      if (now - noted >= NOTED_MS) noted = now
      expect(await lastUse(token)).toBe(noted)
    }
    testApp.clock.advance(duration(noted + DAYS_30_MS - testApp.clock.now().epochMilliseconds))
    for (const node of nodes) await expect(node.viewer(token, ASK)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(await lastUse(token)).toBe(noted)
  })
})

test('a session that another node ends is dead here at once, however fresh its use is', async () => {
  await testApp.aMember('63330020')
  const { token } = await testApp.signIn('63330020')
  const [here, there] = [createAccounts(testApp.deps).sessions, createAccounts(testApp.deps).sessions]
  testApp.clock.advance('PT2M')
  const viewer = await here.viewer(token, ASK)
  await here.viewer(token, ASK)
  await there.logOut(viewer)
  await expect(here.viewer(token, ASK)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
})

test('of very many sessions the first noted are forgotten, never believed too long', () => {
  const uses = createSessionUses()
  const hashOf = (n: number) => Buffer.from(String(n))
  const at = Temporal.Instant.fromEpochMilliseconds(1_000)
  for (let n = 0; n <= 20_000; n++) uses.note(hashOf(n), at)
  const before = at.subtract({ milliseconds: 1 })
  expect([0, 1, 20_000].map((n) => uses.isNotedSince(hashOf(n), before))).toEqual([false, true, true])
  expect(uses.isNotedSince(hashOf(1), at)).toBe(false)
})
