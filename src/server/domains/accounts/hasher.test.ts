import { expect, test } from 'vitest'
import { createHasher } from './hasher.ts'

test('a secret is known again, another is not, and two hashes of one differ', async () => {
  const hasher = createHasher()
  const [first, second] = [await hasher.hash('840271'), await hasher.hash('840271')]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
  expect(await hasher.verify('840271', first)).toBe(true)
  expect(await hasher.verify('840272', first)).toBe(false)
})

test.each([undefined, '', 'plain', '$argon2id$v=19$m=8,t=1,p=1$AAAA'])('nothing matches %j', async (hash) => {
  expect(await createHasher().verify('', hash)).toBe(false)
})

test('no more than may wait do; the rest is refused at once and the queue goes on', async () => {
  const hasher = createHasher({ waitingMax: 2 })
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.verify('840271', undefined)))
  expect(tries.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(tries[4]).toMatchObject({ reason: { code: 'TOO_MANY_TRIES', details: { retryAfter: 2 } } })
  expect(await hasher.verify('840271', undefined)).toBe(false)
})

test('the event loop goes on while a hash is made', async () => {
  const hasher = createHasher()
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await hasher.hash('840271')
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
})
