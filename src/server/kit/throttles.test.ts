import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { createTestClock } from './clock.ts'
import { sql } from './db.ts'
import type { Rule } from './throttle-rules.ts'
import { addressThrottles, createThrottles } from './throttles.ts'

let database: TestDb
const clock = createTestClock()
const key = Buffer.alloc(32, 1)
const RULES = {
  passwordNumber: { kind: 'lockout', free: 5, firstSeconds: 60, maxSeconds: 3_600 },
  passwordAddress: { kind: 'window', limit: 20, seconds: 600 },
  passwordAddress56: { kind: 'window', limit: 40, seconds: 600 },
  passwordAddress48: { kind: 'window', limit: 80, seconds: 600 },
  smsNumber: { kind: 'window', limit: 1, seconds: 60 },
  smsAddress: { kind: 'window', limit: 10, seconds: 3_600 },
} as const satisfies Record<string, Rule>
const throttlesOf = (smsPerDay = 100) =>
  createThrottles({
    clock,
    key,
    rules: {
      ...RULES,
      smsTotal: { kind: 'rationed', limit: smsPerDay, share: 1 },
      smsExceptResets: { kind: 'rationed', limit: smsPerDay, share: 0.8 },
    },
  })
beforeAll(async () => {
  database = await createTestDb()
})
afterAll(() => database.close())

const consume = (throttles = throttlesOf(), targets: Parameters<typeof throttles.consume>[1] = []) =>
  database.db.transaction().execute((tx) => throttles.consume(tx, targets))

test('concurrent attempts are allowed exactly up to the limit', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 30 }, () => consume(throttlesOf(), [{ rule: 'passwordAddress', subject: '192.0.2.1' }])),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  for (const one of tries)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ code: 'TOO_MANY_TRIES', details: { retryAfter: 600 } })
})

test('attempts with the same keys in another order do not deadlock', async () => {
  const targets = [
    { rule: 'passwordNumber', subject: 'x' },
    { rule: 'passwordAddress', subject: 'y' },
  ] as const
  const tries = Array.from({ length: 8 }, (_, index) =>
    consume(throttlesOf(), index % 2 ? targets : targets.toReversed()),
  )
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

test('correct tries that are counted and refunded at once do not deadlock, and leave no count behind', async () => {
  const throttles = throttlesOf()
  const targets = [
    { rule: 'passwordNumber', subject: 'quick' },
    ...addressThrottles('passwordAddress', '2001:db8::1'),
  ] as const
  const attempt = async (index: number) => {
    const consumed = await consume(throttles, index % 2 ? targets : targets.toReversed())
    await database.db.transaction().execute((tx) => throttles.refund(tx, consumed, 'correct'))
  }
  for (let round = 0; round < 10; round++) await Promise.all([1, 2, 3, 4].map(attempt))
  expect(await throttles.remainingTriesOf(database.db, targets[0])).toMatchObject({ triesLeft: 5 })
})

test('a refused attempt is not counted, and retryAfter is the longest wait', async () => {
  await consume(throttlesOf(), [{ rule: 'smsNumber', subject: 'n1' }])
  const both = [
    { rule: 'smsNumber', subject: 'n1' },
    { rule: 'smsAddress', subject: 'a1' },
  ] as const
  for (let tries = 0; tries < 12; tries++) {
    await expect(consume(throttlesOf(), both)).rejects.toMatchObject({ details: { retryAfter: 60 } })
  }
  await expect(consume(throttlesOf(), [{ rule: 'smsAddress', subject: 'a1' }])).resolves.toBeDefined()
})

test('limits survive a restart and are per key', async () => {
  await consume(throttlesOf(), [{ rule: 'smsNumber', subject: 'n2' }])
  await expect(consume(throttlesOf(), [{ rule: 'smsNumber', subject: 'n2' }])).rejects.toMatchObject({
    code: 'TOO_MANY_TRIES',
  })
  await expect(consume(throttlesOf(), [{ rule: 'smsNumber', subject: 'n3' }])).resolves.toBeDefined()
  clock.advance('PT60S')
  await expect(consume(throttlesOf(), [{ rule: 'smsNumber', subject: 'n2' }])).resolves.toBeDefined()
})

test('the daily limit comes from the configuration, and leaves a share to resets', async () => {
  const limited = throttlesOf(24)
  const send = (rules: ('smsTotal' | 'smsExceptResets')[]) =>
    consume(
      limited,
      rules.map((rule) => ({ rule, subject: 'all' })),
    )
  const outcomes = []
  for (let sent = 0; sent < 24; sent++)
    outcomes.push(await send(['smsTotal', 'smsExceptResets']).catch(() => undefined))
  const others = outcomes.filter((one) => one !== undefined).length
  expect(others).toBeGreaterThan(0)
  await expect(send(['smsTotal'])).resolves.toBeDefined()
  for (let sent = 0; sent < 24; sent++) await send(['smsTotal']).catch(() => undefined)
  await expect(send(['smsTotal'])).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test.each([
  ['one /64', (n: number) => `2001:db8:1:2::${n.toString(16)}`, 20],
  ['the networks of one /56', (n: number) => `2001:db8:2:1${(n % 250).toString(16).padStart(2, '0')}::1`, 40],
  ['the networks of one /48', (n: number) => `2001:db8:3:${n.toString(16)}00::1`, 80],
])('the addresses of %s share a limit', async (_what, addressOf, limit) => {
  const throttles = throttlesOf()
  let allowed = 0
  for (let n = 1; n <= limit + 5; n++) {
    await consume(throttles, addressThrottles('passwordAddress', addressOf(n))).then(
      () => (allowed += 1),
      () => undefined,
    )
  }
  expect(allowed).toBe(limit)
})

test('a row that another transaction holds is not waited for long', async () => {
  const target = { rule: 'smsNumber', subject: 'held' } as const
  await consume(throttlesOf(), [target])
  clock.advance('PT1H')
  const released = Promise.withResolvers<void>()
  const holding = Promise.withResolvers<void>()
  const holder = database.db.transaction().execute(async (tx) => {
    await throttlesOf().consume(tx, [target])
    holding.resolve()
    await released.promise
  })
  await holding.promise
  await expect(consume(throttlesOf(), [target])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  released.resolve()
  await holder
})

test('other rows of a transaction are waited for as before', async () => {
  const [timeout] = await database.db.transaction().execute(async (tx) => {
    await throttlesOf().consume(tx, [{ rule: 'smsNumber', subject: 'unlimited' }])
    return (await sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx)).rows
  })
  expect(timeout).toEqual({ lock_timeout: '0' })
})

test('the table holds no plain number or address; expired rows are deleted', async () => {
  await consume(throttlesOf(), [{ rule: 'passwordNumber', subject: '+85291112222' }])
  const rows = await database.db.selectFrom('throttle').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/91112222|192\.0\.2\.1/)
  clock.advance('PT72H')
  await throttlesOf().sweep(database.db)
  expect(await database.db.selectFrom('throttle').selectAll().execute()).toEqual([])
})

test('a refusal is cached for one second, per key', async () => {
  const throttles = throttlesOf()
  const targets = [{ rule: 'smsNumber', subject: 'memory' }] as const
  await consume(throttles, targets)
  expect(() => throttles.refuseCached(targets)).not.toThrow()
  await expect(throttles.refuseExceeded(database.db, targets)).rejects.toMatchObject({ details: { retryAfter: 60 } })
  clock.advance('PT0.9S')
  expect(() => throttles.refuseCached(targets)).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_TRIES', details: { retryAfter: 60 } }),
  )
  expect(() => throttles.refuseCached([{ rule: 'smsNumber', subject: 'other' }])).not.toThrow()
  clock.advance('PT0.1S')
  expect(() => throttles.refuseCached(targets)).not.toThrow()
})

test('a reset target is allowed at once', async () => {
  const throttles = throttlesOf()
  const target = { rule: 'smsNumber', subject: 'reset' } as const
  await consume(throttles, [target])
  await expect(throttles.refuseExceeded(database.db, [target])).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  await throttles.reset(database.db, target)
  await expect(throttles.refuseExceeded(database.db, [target])).resolves.toBeUndefined()
})

test('the remaining tries of a lockout count down, then tell the wait; other rules have none', async () => {
  const throttles = throttlesOf()
  const target = { rule: 'passwordNumber', subject: 'remaining' } as const
  const left = () => throttles.remainingTriesOf(database.db, target)
  expect(await left()).toEqual({ triesLeft: 5 })
  for (let tries = 0; tries < 4; tries++) await consume(throttles, [target])
  expect(await left()).toEqual({ triesLeft: 1 })
  await consume(throttles, [target])
  expect(await left()).toEqual({ triesLeft: 0, retryAfter: 60 })
  await expect(throttles.remainingTriesOf(database.db, { rule: 'smsNumber', subject: 'x' })).rejects.toThrow(
    'smsNumber is no lockout',
  )
})
