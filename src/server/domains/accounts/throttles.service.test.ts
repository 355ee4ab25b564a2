import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClock } from '#server/kit/clock.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import { createThrottles } from './throttles.service.ts'

let database: TestDb
const clock = createTestClock()
const key = Buffer.alloc(32, 1)
const throttlesOf = (smsPerDay = 100) => createThrottles({ clock, key, smsPerDay })
beforeAll(async () => {
  database = await createTestDb()
})
afterAll(() => database.close())

const pass = (throttles = throttlesOf(), counts: Parameters<typeof throttles.pass>[1] = []) =>
  database.db.transaction().execute((tx) => throttles.pass(tx, counts))

test('of many tries at once exactly as many pass as may', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 30 }, () => pass(throttlesOf(), [{ rule: 'passwordAddress', of: '192.0.2.1' }])),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  for (const one of tries)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ code: 'TOO_MANY_TRIES', details: { retryAfter: 600 } })
})

test('tries that share keys in another order do not wait for each other for ever', async () => {
  const counts = [
    { rule: 'passwordNumber', of: 'x' },
    { rule: 'passwordAddress', of: 'y' },
  ] as const
  const tries = Array.from({ length: 8 }, (_, index) => pass(throttlesOf(), index % 2 ? counts : counts.toReversed()))
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

test('a refused try counts nowhere, and the longest wait is told', async () => {
  await pass(throttlesOf(), [{ rule: 'smsNumber', of: 'n1' }])
  const both = [
    { rule: 'smsNumber', of: 'n1' },
    { rule: 'smsAddress', of: 'a1' },
  ] as const
  for (let tries = 0; tries < 12; tries++) {
    await expect(pass(throttlesOf(), both)).rejects.toMatchObject({ details: { retryAfter: 180 } })
  }
  await expect(pass(throttlesOf(), [{ rule: 'smsAddress', of: 'a1' }])).resolves.toBeDefined()
})

test('the count survives a restart, and is of this key alone', async () => {
  await pass(throttlesOf(), [{ rule: 'smsNumber', of: 'n2' }])
  await expect(pass(throttlesOf(), [{ rule: 'smsNumber', of: 'n2' }])).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  await expect(pass(throttlesOf(), [{ rule: 'smsNumber', of: 'n3' }])).resolves.toBeDefined()
  clock.advance('PT180S')
  await expect(pass(throttlesOf(), [{ rule: 'smsNumber', of: 'n2' }])).resolves.toBeDefined()
})

test('the day’s total comes from the configuration', async () => {
  const tight = throttlesOf(2)
  await pass(tight, [{ rule: 'smsTotal', of: 'all' }])
  await pass(tight, [{ rule: 'smsTotal', of: 'all' }])
  await expect(pass(tight, [{ rule: 'smsTotal', of: 'all' }])).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('neither number nor address can be read from the table, and what says nothing any more goes', async () => {
  await pass(throttlesOf(), [{ rule: 'passwordNumber', of: '+85291112222' }])
  const rows = await database.db.selectFrom('throttle').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/91112222|192\.0\.2\.1/)
  clock.advance('PT72H')
  await throttlesOf().sweep(database.db)
  expect(await database.db.selectFrom('throttle').selectAll().execute()).toEqual([])
})

test('a refusal is given again from memory for a second, and not to anybody else or any longer', async () => {
  const throttles = throttlesOf()
  const counts = [{ rule: 'smsNumber', of: 'memory' }] as const
  await pass(throttles, counts)
  expect(() => throttles.recall(counts)).not.toThrow()
  await expect(throttles.peek(database.db, counts)).rejects.toMatchObject({ details: { retryAfter: 180 } })
  clock.advance('PT0.9S')
  expect(() => throttles.recall(counts)).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_TRIES', details: { retryAfter: 180 } }),
  )
  expect(() => throttles.recall([{ rule: 'smsNumber', of: 'other' }])).not.toThrow()
  clock.advance('PT0.1S')
  expect(() => throttles.recall(counts)).not.toThrow()
})

test('what is let off is let off at once', async () => {
  const throttles = throttlesOf()
  const count = { rule: 'smsNumber', of: 'let off' } as const
  await pass(throttles, [count])
  await expect(throttles.peek(database.db, [count])).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  await throttles.clear(database.db, count)
  await expect(throttles.peek(database.db, [count])).resolves.toBeUndefined()
})
