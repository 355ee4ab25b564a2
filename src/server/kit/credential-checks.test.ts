import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { createTestClock } from './clock.ts'
import { createCredentialChecks } from './credential-checks.ts'
import { createHasher } from './hasher.ts'
import { createThrottles } from './throttles.ts'

let database: TestDb
let checks: ReturnType<typeof createChecks>
const clock = createTestClock()
let verified = 0
/** The next verification fails. */
let fault: Error | undefined

const hasher = createHasher({
  waitingMax: 100,
  algorithm: {
    hash: async (secret) => `hash of ${secret}`,
    async verify(secret, hash) {
      verified += 1
      const thrown = fault
      fault = undefined
      if (thrown) throw thrown
      return hash === `hash of ${secret}`
    },
  },
})

const createChecks = () => {
  const throttles = createThrottles({
    clock,
    key: Buffer.alloc(32, 1),
    rules: {
      tries: { kind: 'lockout', free: 3, firstSeconds: 60, maxSeconds: 3_600 },
      correct: { kind: 'window', limit: 4, seconds: 3_600 },
      codes: { kind: 'window', limit: 2, seconds: 600 },
    },
  })
  return { throttles, ...createCredentialChecks({ db: database.db, hasher, throttles }) }
}

beforeAll(async () => {
  database = await createTestDb()
  checks = createChecks()
})
afterAll(() => database.close())
beforeEach(() => {
  clock.advance('PT49H')
  verified = 0
})

const check = (subject: string, secret: string, change: { hash?: string; remembered?: boolean } = {}) =>
  checks.isRight({ targets: [{ rule: 'tries', subject }], secret, hash: 'hash of right', ...change })

test('concurrent wrong attempts are verified exactly up to the limit', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => check('concurrent', 'wrong')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(verified).toBe(3)
  await expect(check('concurrent', 'right')).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('a correct attempt resets the count of wrong ones', async () => {
  for (let round = 0; round < 3; round++) {
    expect(await check('reset', 'wrong')).toBe(false)
    expect(await check('reset', 'wrong')).toBe(false)
    expect(await check('reset', 'right')).toBe(true)
  }
})

test('an attempt whose verification fails is not counted', async () => {
  for (let tries = 0; tries < 5; tries++) {
    fault = new Error('no memory')
    await expect(check('fault', 'right')).rejects.toThrow('no memory')
  }
  expect(await check('fault', 'right')).toBe(true)
})

test('without a hash an attempt is verified and counted too', async () => {
  const attempt = () =>
    checks.isRight({ targets: [{ rule: 'tries', subject: 'none' }], secret: 'right', hash: undefined })
  for (let tries = 0; tries < 3; tries++) expect(await attempt()).toBe(false)
  expect(verified).toBe(3)
  await expect(attempt()).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('correct attempts have a limit of their own', async () => {
  const attempt = () =>
    checks.isRight({
      targets: [{ rule: 'tries', subject: 'often' }],
      correct: { rule: 'correct', subject: 'often' },
      secret: 'right',
      hash: 'hash of right',
    })
  for (let tries = 0; tries < 4; tries++) expect(await attempt()).toBe(true)
  await expect(attempt()).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  expect(verified).toBe(4)
})

test('a remembered secret is verified once, until its hash changes', async () => {
  const remembered = { remembered: true }
  for (let tries = 0; tries < 3; tries++) expect(await check('remembered', 'right', remembered)).toBe(true)
  expect(verified).toBe(1)
  expect(await check('remembered', 'wrong', remembered)).toBe(false)
  expect(await check('remembered', 'right', { ...remembered, hash: 'hash of another' })).toBe(false)
  expect(verified).toBe(3)
})

test('a code that is found counts nothing and keeps nothing that the search wrote; wrong ones do', async () => {
  const targets = [{ rule: 'codes', subject: 'someone' }] as const
  const wrote = { rule: 'codes', subject: 'written' } as const
  for (let tries = 0; tries < 5; tries++) {
    const found = checks.find(targets, async (tx) => {
      await checks.throttles.consume(tx, [wrote])
      return 'found'
    })
    expect(await found).toBe('found')
  }
  for (let tries = 0; tries < 2; tries++) expect(await checks.find(targets, async () => undefined)).toBeUndefined()
  let looked = 0
  await expect(checks.find(targets, async () => (looked += 1))).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  expect(looked).toBe(0)
})
