import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccountsApp, createTestAccounts } from '../../../../test/support/accounts.ts'
import { seededRandom } from '../../../../test/support/seeded-random.ts'
import { tokenHash } from '#server/kit/secrets.ts'
import { createAccounts } from './index.ts'
import { createSessionUseCache } from './sessions.service.ts'

let testApp: AccountsApp
beforeAll(async () => {
  testApp = await createTestAccounts()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.advance('PT49H'))

const REQUEST = { language: 'zh_HK', region: 'HK' } as const
const DAYS_30_MS = 30 * 24 * 3_600_000
const RECORDED_MS = 60_000

/** The last use in the database. */
async function lastUse(token: string): Promise<number> {
  const row = await testApp.db
    .selectFrom('session')
    .select('last_used_at')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirstOrThrow()
  return row.last_used_at.epochMilliseconds
}

test('the viewer query records the use, at most once a minute', async () => {
  await testApp.aMember('63330001')
  const { token } = await testApp.signIn('63330001')
  const node = createAccounts(testApp.deps).sessions
  const statements = async (elapsed: string) => {
    testApp.clock.advance(elapsed)
    testApp.takeQueries()
    await node.viewer(token, REQUEST)
    return testApp.takeQueries().map((text) => (/update session/.test(text) ? 'read and write' : 'read'))
  }
  expect(await statements('PT1S')).toEqual(['read and write'])
  expect(await statements('PT1S')).toEqual(['read'])
  expect(await statements('PT57S')).toEqual(['read'])
  expect(await statements('PT1S')).toEqual(['read and write'])
  expect(await lastUse(token)).toBe(testApp.clock.now().epochMilliseconds)
  expect(await statements('PT59.999S')).toEqual(['read'])
  expect(await statements('PT0.001S')).toEqual(['read and write'])
})

const duration = (milliseconds: number): string => Temporal.Duration.from({ milliseconds }).toString()

const STEPS = [0, 1, 999, 30_000, 59_999, 60_000, 60_001, 3_600_000, DAYS_30_MS - 60_001, DAYS_30_MS - 1]

describe.each([1, 2, 3])('a session used on two nodes, seed %i', (seed) => {
  test('records the last use to the minute and expires thirty days after it', async () => {
    const random = seededRandom(seed)
    const mobileno = `6333001${seed}`
    await testApp.aMember(mobileno)
    const { token } = await testApp.signIn(mobileno)
    const nodes = [createAccounts(testApp.deps).sessions, createAccounts(testApp.deps).sessions]
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    let recorded = await lastUse(token)
    for (let step = 0; step < 80; step++) {
      const rest = recorded + DAYS_30_MS - 1 - testApp.clock.now().epochMilliseconds
      testApp.clock.advance(duration(Math.min(pick(STEPS), rest)))
      const now = testApp.clock.now().epochMilliseconds
      await pick(nodes).viewer(token, REQUEST)
      if (now - recorded >= RECORDED_MS) recorded = now
      expect(await lastUse(token)).toBe(recorded)
    }
    testApp.clock.advance(duration(recorded + DAYS_30_MS - testApp.clock.now().epochMilliseconds))
    for (const node of nodes)
      await expect(node.viewer(token, REQUEST)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(await lastUse(token)).toBe(recorded)
  })
})

test('a session ended on another node is invalid at once', async () => {
  await testApp.aMember('63330020')
  const { token } = await testApp.signIn('63330020')
  const [here, there] = [createAccounts(testApp.deps).sessions, createAccounts(testApp.deps).sessions]
  testApp.clock.advance('PT2M')
  const viewer = await here.viewer(token, REQUEST)
  await here.viewer(token, REQUEST)
  await there.logOut(viewer)
  await expect(here.viewer(token, REQUEST)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
})

test('the cache evicts the oldest entries', () => {
  const uses = createSessionUseCache()
  const hashOf = (n: number) => Buffer.from(String(n))
  const at = Temporal.Instant.fromEpochMilliseconds(1_000)
  for (let n = 0; n <= 20_000; n++) uses.record(hashOf(n), at)
  expect([0, 1, 20_000].map((n) => uses.isRecordedSince(hashOf(n), 999))).toEqual([false, true, true])
  expect(uses.isRecordedSince(hashOf(1), 1_000)).toBe(false)
})
