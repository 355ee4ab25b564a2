import { setImmediate as tick } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { createFairQueue, createClientHolds, networkShares, type Share, sharesOf } from './fairness.ts'

/** A queue whose work records its name. */
function world(maxWaiting = 100) {
  const order: string[] = []
  const queue = createFairQueue({ maxWaiting, full: () => new Error('full') })
  const add = (name: string, clients: string[], priority?: number) =>
    queue
      .run(async () => void order.push(name), { clients: sharesOf(clients), priority })
      .catch(() => void order.push(`${name} refused`))
  return { order, add, queue }
}

test('serves clients in turns, however much one of them has in the queue', async () => {
  const { order, add } = world()
  await Promise.all([...['a1', 'a2', 'a3', 'a4'].map((name) => add(name, ['a'])), add('b1', ['b']), add('c1', ['c'])])
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4'])
})

test('counts work for each of its clients: many accounts of one address have one place in a round', async () => {
  const { order, add } = world()
  const flood = ['a1', 'a2', 'a3'].map((name, index) => add(name, ['address', `account ${index}`]))
  await Promise.all([...flood, add('b1', ['other address', 'other account'])])
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a full queue drops the last work of the client with the most, not a newcomer', async () => {
  const { order, add } = world(2)
  await Promise.all([...['a1', 'a2', 'a3', 'a4'].map((name) => add(name, ['a'])), add('b1', ['b'])])
  expect(order.filter((name) => name.endsWith('refused')).toSorted()).toEqual(['a3 refused', 'a4 refused'])
  expect(order.filter((name) => !name.endsWith('refused'))).toEqual(['a1', 'b1', 'a2'])
})

test('a higher priority goes first and has its own limit', async () => {
  const { order, add } = world(1)
  await Promise.all([add('a1', ['a']), add('a2', ['a']), add('b1', ['b'], 1)])
  expect(order).toEqual(['a1', 'b1', 'a2'])
})

test('continues after work that fails', async () => {
  const { order, add, queue } = world()
  const failing = queue.run(() => Promise.reject(new Error('broken')), { clients: [{ key: 'a' }] })
  await Promise.all([expect(failing).rejects.toThrow('broken'), add('a1', ['a'])])
  expect(order).toEqual(['a1'])
})

test('an address shares a limit with its networks: a /56 has it twice, a /48 four times', () => {
  expect(networkShares('203.0.113.7')).toEqual([{ key: '203.0.113.7', factor: 1 }])
  expect(networkShares('2001:db8:7:1::5').map(({ factor }) => factor)).toEqual([1, 2, 4])
})

test('an address counts with the network that holds most for its size', () => {
  const holds = createClientHolds()
  const held = (address: string) => holds.heldBy(networkShares(address))
  for (let n = 0; n < 4; n++) holds.take(networkShares('2001:db8:7:1::5'))
  expect([held('2001:db8:7:1::9'), held('2001:db8:7:2::1'), held('2001:db8:7:101::1')]).toEqual([4, 2, 1])
  expect([held('2001:db8:8::1'), holds.total()]).toEqual([0, 4])
})

test('a hold is freed once, however often its end is told', () => {
  const holds = createClientHolds()
  const shares = networkShares('203.0.113.7')
  const [one, other] = [holds.take(shares), holds.take(shares, 5)]
  one()
  one()
  expect([holds.heldBy(shares), holds.total()]).toEqual([5, 5])
  other()
  expect([holds.heldBy(shares), holds.total()]).toEqual([0, 0])
})

const LIMITS = {
  maxWaiting: 100,
  maxWaitingPerClient: 50,
  waitMs: 10_000,
  full: () => new AppError('UNAVAILABLE'),
}
const REFUSED = { code: 'UNAVAILABLE' }

/** A client whose network is its own. */
const from = (address: string, network = address): Share[] => [
  { key: address },
  { key: `network ${network}`, factor: 4 },
]

/** The error with which a call is rejected. */
const rejectionOf = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

/** Keeps the queue busy until it is released. */
function occupy(queue: ReturnType<typeof createFairQueue>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { release: resolve, held: queue.run(() => promise, { clients: from('holder') }) }
}

afterEach(() => void vi.useRealTimers())

test('runs one work at a time, in order, and completes all of it', async () => {
  const queue = createFairQueue(LIMITS)
  let running = 0
  let peak = 0
  const order: number[] = []
  const work = (n: number) => async () => {
    peak = Math.max(peak, ++running)
    await tick()
    order.push(n)
    running -= 1
    if (n % 3 === 0) throw new Error('failed')
    return n
  }
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => queue.run(work(n), { clients: from('one') })),
  )
  expect(peak).toBe(1)
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7)
  await expect(queue.run(async () => 'still open', { clients: from('one') })).resolves.toBe('still open')
})

test('serves clients round-robin: one call does not wait behind another client’s many', async () => {
  const queue = createFairQueue(LIMITS)
  const order: string[] = []
  const { release, held } = occupy(queue)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'shared', 'c1', 'b2'].map((name) =>
    name === 'shared'
      ? queue.runPatiently(async () => void order.push(name))
      : queue.run(async () => void order.push(name), { clients: from(name[0]!) }),
  )
  release()
  await Promise.all([held, ...all])
  expect(order).toEqual(['a1', 'b1', 'shared', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('rejects a client with too many waiting calls and accepts another client', async () => {
  const queue = createFairQueue({ ...LIMITS, maxWaitingPerClient: 2 })
  const { release, held } = occupy(queue)
  const accepted = [1, 2].map(() => queue.run(async () => 'made', { clients: from('greedy') }))
  await expect(queue.run(async () => 'never', { clients: from('greedy') })).rejects.toMatchObject(REFUSED)
  const other = queue.run(async () => 'made', { clients: from('other') })
  release()
  await expect(Promise.all([...accepted, other])).resolves.toEqual(['made', 'made', 'made'])
  await held
})

test('a full queue drops a call of the client with the most, never a client’s only call', async () => {
  const queue = createFairQueue({ ...LIMITS, maxWaiting: 3 })
  const { release, held } = occupy(queue)
  const greedy = [1, 2, 3].map(() => queue.run(async () => 'made', { clients: from('greedy') }))
  const dropped = rejectionOf(greedy[2]!)
  const second = queue.run(async () => 'made', { clients: from('second') })
  expect(await dropped).toMatchObject(REFUSED)
  const dropsAgain = rejectionOf(greedy[1]!)
  const third = queue.run(async () => 'made', { clients: from('third') })
  expect(await dropsAgain).toMatchObject(REFUSED)
  await expect(queue.run(async () => 'never', { clients: from('fourth') })).rejects.toMatchObject(REFUSED)
  release()
  await expect(Promise.all([greedy[0], second, third])).resolves.toEqual(['made', 'made', 'made'])
  await held
})

test('rejects client calls after the maximum wait; patient calls wait without limit', async () => {
  vi.useFakeTimers()
  const queue = createFairQueue(LIMITS)
  const { release, held } = occupy(queue)
  const waited = rejectionOf(queue.run(async () => 'never', { clients: from('one') }))
  const patient = queue.runPatiently(async () => 'made')
  await vi.advanceTimersByTimeAsync(LIMITS.waitMs)
  expect(await waited).toMatchObject(REFUSED)
  release()
  await expect(patient).resolves.toBe('made')
  await held
  expect(vi.getTimerCount()).toBe(0)
})

test('the addresses of one network share its turn and its limit', async () => {
  const queue = createFairQueue({ ...LIMITS, maxWaitingPerClient: 2 })
  const order: string[] = []
  const { release, held } = occupy(queue)
  const call = (address: string, network: string) =>
    queue.run(async () => void order.push(address), { clients: from(address, network) })
  const ofNetwork = Array.from({ length: 8 }, (_, n) => call(`n${n}`, 'n'))
  await expect(call('n8', 'n')).rejects.toMatchObject(REFUSED)
  const other = [call('other', 'other'), call('other', 'other')]
  release()
  await Promise.all([held, ...ofNetwork, ...other])
  expect(order.slice(0, 4)).toEqual(['n0', 'other', 'n1', 'other'])
})

test('a full queue drops a call of the network with the most, though each of its addresses has one', async () => {
  const queue = createFairQueue({ ...LIMITS, maxWaiting: 3 })
  const { release, held } = occupy(queue)
  const greedy = [1, 2, 3].map((n) => queue.run(async () => 'made', { clients: from(`n${n}`, 'n') }))
  const dropped = rejectionOf(greedy[2]!)
  const other = queue.run(async () => 'made', { clients: from('other') })
  expect(await dropped).toMatchObject(REFUSED)
  release()
  await expect(Promise.all([greedy[0], greedy[1], other])).resolves.toEqual(['made', 'made', 'made'])
  await held
})
