import { expect, test } from 'vitest'
import { createHasher } from './hasher.ts'

test('verifies the same secret only, and salts each hash', async () => {
  const hasher = createHasher()
  const [first, second] = [await hasher.hash('840271'), await hasher.hash('840271')]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
  expect(await hasher.verify('840271', first)).toBe(true)
  expect(await hasher.verify('840272', first)).toBe(false)
})

test.each([undefined, '', 'plain', '$argon2id$v=19$m=8,t=1,p=1$AAAA'])(
  'no secret matches the hash %j',
  async (hash) => {
    expect(await createHasher().verify('', hash)).toBe(false)
  },
)

test('refuses hashes when the queue is full, and continues', async () => {
  const hasher = createHasher({ waitingMax: 2 })
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.verify('840271', undefined)))
  expect(tries.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(tries[4]).toMatchObject({ reason: { code: 'TOO_MANY_TRIES', details: { retryAfter: 2 } } })
  expect(await hasher.verify('840271', undefined)).toBe(false)
})

test('a flood of checks neither refuses nor delays a new hash', async () => {
  const order: string[] = []
  const algorithm = {
    hash: async () => (order.push('hash'), 'hashed'),
    verify: async () => order.push('verify') > 0,
  }
  const hasher = createHasher({ waitingMax: 2, algorithm })
  const checks = Array.from({ length: 5 }, () => hasher.verify('840271', undefined))
  const outcomes = await Promise.allSettled([...checks, hasher.hash('840271')])
  expect(outcomes.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(2)
  expect(outcomes.at(-1)).toEqual({ status: 'fulfilled', value: 'hashed' })
  expect(order).toEqual(['verify', 'hash', 'verify', 'verify'])
})

test('does not block the event loop', async () => {
  const hasher = createHasher()
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  await hasher.hash('840271')
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(3)
})

test('one client cannot keep the hashing queue from the others', async () => {
  const order: string[] = []
  const slow = async (secret: string) => {
    await new Promise((resolve) => setImmediate(resolve))
    order.push(secret)
    return false
  }
  const hasher = createHasher({ waitingMax: 5, algorithm: { hash: async () => '', verify: slow } })
  const attempt = (secret: string, clients: string[]) =>
    hasher.exclusive((verify) => verify(secret, undefined), clients).catch(() => order.push(`${secret} refused`))
  const flood = Array.from({ length: 20 }, () => attempt('flood', ['198.51.100.9', 'account']))
  await Promise.all([...flood, attempt('other', ['198.51.100.8', 'other account'])])
  expect(order.filter((one) => one.endsWith('refused'))).toHaveLength(15)
  expect(order.filter((one) => !one.endsWith('refused')).indexOf('other')).toBe(1)
})
