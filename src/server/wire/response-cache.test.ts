import { expect, test, vi } from 'vitest'
import { createTestClock } from '#server/kit/clock.ts'
import { ENCODINGS } from './encodings.ts'
import { createResponseCache, type ComputedResponse } from './response-cache.ts'

const computed = (text: string, until?: Temporal.Instant): ComputedResponse => ({
  bytes: Buffer.from(text),
  contentType: 'text/plain',
  until,
})
const noEdge = () => Promise.resolve(undefined)
const textOf = (entry: { variants: { identity: { bytes: Buffer } } } | undefined) =>
  entry?.variants.identity.bytes.toString()

test('an entry lives a minute of the given clock and is then made again', async () => {
  const clock = createTestClock()
  const cache = createResponseCache({ clock, nextEdge: noEdge })
  const fill = vi.fn(async () => computed('a'))
  await cache.get('k', fill)
  clock.advance('PT59.9S')
  await cache.get('k', fill)
  expect(fill).toHaveBeenCalledTimes(1)
  clock.advance('PT0.1S')
  await cache.get('k', fill)
  expect(fill).toHaveBeenCalledTimes(2)
})

test('an entry ends at the next window edge, and then loads the edge after it', async () => {
  const clock = createTestClock()
  const edges = [clock.now().add({ seconds: 10 }), clock.now().add({ seconds: 30 })]
  const nextEdge = vi.fn(async (now: Temporal.Instant) => edges.find((edge) => Temporal.Instant.compare(edge, now) > 0))
  const cache = createResponseCache({ clock, nextEdge })
  const lifeOf = async () =>
    (await cache.get('k', async () => computed('a'))).expiresAtMs - clock.now().epochMilliseconds
  expect(await lifeOf()).toBe(10_000)
  clock.advance('PT10S')
  expect(await lifeOf()).toBe(20_000)
  clock.advance('PT20S')
  expect(await lifeOf()).toBe(60_000)
  expect(nextEdge).toHaveBeenCalledTimes(3)
})

test('an answer that says when it changes is kept no longer, and one that is over is not kept', async () => {
  const clock = createTestClock()
  const cache = createResponseCache({ clock, nextEdge: noEdge })
  const entry = await cache.get('k', async () => computed('a', clock.now().add({ seconds: 5 })))
  expect(entry.expiresAtMs - clock.now().epochMilliseconds).toBe(5_000)
  await cache.get('over', async () => computed('a', clock.now()))
  expect(cache.stats().entries).toBe(1)
})

test('concurrent requests wait for one answer', async () => {
  const cache = createResponseCache({ clock: createTestClock(), nextEdge: noEdge })
  const fill = vi.fn(async () => computed('a'))
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get('k', fill)))
  expect(fill).toHaveBeenCalledTimes(1)
  expect(new Set(answers).size).toBe(1)
})

test('a failure reaches all who wait and is not kept', async () => {
  const cache = createResponseCache({ clock: createTestClock(), nextEdge: noEdge })
  const fail = vi.fn(() => Promise.reject(new Error('no database')))
  const waits = await Promise.allSettled([cache.get('k', fail), cache.get('k', fail)])
  expect(waits.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(fail).toHaveBeenCalledTimes(1)
  expect(textOf(await cache.get('k', async () => computed('again')))).toBe('again')
})

test('a request before a change is answered, but its answer is neither kept nor given to later requests', async () => {
  const cache = createResponseCache({ clock: createTestClock(), nextEdge: noEdge })
  const slow = Promise.withResolvers<ComputedResponse>()
  const before = cache.get('k', () => slow.promise)
  cache.invalidate()
  const after = cache.get('k', async () => computed('new'))
  slow.resolve(computed('old'))
  expect(textOf(await before)).toBe('old')
  expect((await before).expiresAtMs).toBe(0)
  expect(textOf(await after)).toBe('new')
  expect(textOf(await cache.get('k', async () => computed('newer')))).toBe('new')
})

test('the lean path knows only what was remembered, and nothing after a change', async () => {
  const cache = createResponseCache({ clock: createTestClock(), nextEdge: noEdge })
  await cache.get('k', async () => computed('a'))
  expect(cache.peek('/url')).toBeUndefined()
  cache.remember('/url', 'k')
  expect(textOf(cache.peek('/url'))).toBe('a')
  cache.invalidate()
  expect(cache.peek('/url')).toBeUndefined()
})

test('the bytes are bounded: what was not used the longest goes first', async () => {
  const cache = createResponseCache({ clock: createTestClock(), nextEdge: noEdge, maxBytes: 5_000 })
  const hundred = async () => computed('x'.repeat(100))
  await cache.get('one', hundred)
  await cache.get('two', hundred)
  await cache.get('one', hundred)
  await cache.get('three', hundred)
  const fill = vi.fn(hundred)
  await cache.get('one', fill)
  await cache.get('three', fill)
  expect(fill).not.toHaveBeenCalled()
  await cache.get('two', fill)
  expect(fill).toHaveBeenCalledTimes(1)
  expect(cache.stats().bytes).toBeLessThanOrEqual(5_000)
})

test('keys count as bytes, and long ones are not kept', async () => {
  const cache = createResponseCache({ clock: createTestClock(), nextEdge: noEdge, maxBytes: 100_000 })
  const small = async () => computed('x')
  await cache.get('short', small)
  const before = cache.stats().bytes
  await cache.get('k'.repeat(200), small)
  expect(cache.stats().bytes - before).toBe(before + (200 - 'short'.length) * 2)
  await cache.get('k'.repeat(60_000), small)
  expect(cache.stats().bytes).toBeLessThan(3 * before + 1_000)
  for (let n = 0; n < 1_000; n++) await cache.get(`${n}`.padEnd(60_000, 'k'), small)
  expect(cache.stats().bytes).toBeLessThanOrEqual(100_000)
  expect(cache.stats().entries).toBeLessThan(60)
})

test('long keys that differ only at their end are different keys, also on the lean path', async () => {
  const cache = createResponseCache({ clock: createTestClock(), nextEdge: noEdge })
  const long = 'k'.repeat(1_000)
  for (const end of ['a', 'b']) await cache.get(long + end, async () => computed(end))
  cache.remember('/url', `${long}a`)
  expect(textOf(await cache.get(`${long}b`, async () => computed('again')))).toBe('b')
  expect(textOf(cache.peek('/url'))).toBe('a')
})

test('entries are bounded by number too', async () => {
  const cache = createResponseCache({ clock: createTestClock(), nextEdge: noEdge, maxEntries: 2 })
  for (const key of ['one', 'two', 'three']) await cache.get(key, async () => computed(key))
  expect(cache.stats().entries).toBe(2)
  expect(textOf(await cache.get('one', async () => computed('again')))).toBe('again')
  expect(textOf(await cache.get('three', async () => computed('again')))).toBe('three')
})

test('expired entries are removed without another request', async () => {
  const clock = createTestClock()
  const cache = createResponseCache({ clock, nextEdge: noEdge })
  for (let n = 0; n < 50; n++) await cache.get(`k${n}`, async () => computed('a'))
  clock.advance('PT60S')
  await cache.get('new', async () => computed('a'))
  expect(cache.stats().entries).toBe(1)
})

test('a kept answer holds no larger buffer than its own bytes', async () => {
  const cache = createResponseCache({ clock: createTestClock(), nextEdge: noEdge })
  const short = await cache.get('short', async () => computed('x'))
  const long = await cache.get('long', async () => computed('x'.repeat(5_001)))
  for (const { variants } of [short, long])
    for (const encoding of ENCODINGS) {
      const { bytes } = await variants.load(encoding)
      expect(bytes.buffer.byteLength).toBe(bytes.length)
    }
})

test('made-up URLs do not fill the memory', () => {
  const cache = createResponseCache({ clock: createTestClock(), nextEdge: noEdge })
  cache.remember('/'.padEnd(1_001, 'x'), 'k')
  for (let n = 0; n < 20_000; n++) cache.remember(`/?${n}`, 'k')
  expect(cache.stats().aliases).toBeLessThanOrEqual(5_000)
})
