import { setImmediate as tick } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { type Client, createEncodeQueue } from './encode-queue.ts'

const LIMITS = { maxWaiting: 100, maxWaitingPerClient: 50, waitMs: 10_000 }
const REFUSED = { code: 'UNAVAILABLE' }

/** A client whose network is its own. */
const from = (address: string, network = address): Client => [
  { key: address },
  { key: `network ${network}`, factor: 4 },
]

/** The error with which a call is rejected. */
const rejectionOf = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

/** Keeps the queue busy until it is released. */
function occupy(queue: ReturnType<typeof createEncodeQueue>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { release: resolve, held: queue.run(() => promise, from('holder')) }
}

afterEach(() => void vi.useRealTimers())

test('runs one call at a time, in order, and completes every call', async () => {
  const queue = createEncodeQueue(LIMITS)
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
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => queue.run(work(n), from('one'))))
  expect(peak).toBe(1)
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7)
  await expect(queue.run(async () => 'still open', from('one'))).resolves.toBe('still open')
})

test('serves clients round-robin: one call does not wait behind another client’s many', async () => {
  const queue = createEncodeQueue(LIMITS)
  const order: string[] = []
  const { release, held } = occupy(queue)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'shared', 'c1', 'b2'].map((name) =>
    queue.run(async () => void order.push(name), name === 'shared' ? undefined : from(name[0]!)),
  )
  release()
  await Promise.all([held, ...all])
  expect(order).toEqual(['a1', 'b1', 'shared', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('rejects a client with too many waiting calls and accepts another client', async () => {
  const queue = createEncodeQueue({ ...LIMITS, maxWaitingPerClient: 2 })
  const { release, held } = occupy(queue)
  const accepted = [1, 2].map(() => queue.run(async () => 'made', from('greedy')))
  await expect(queue.run(async () => 'never', from('greedy'))).rejects.toMatchObject(REFUSED)
  const other = queue.run(async () => 'made', from('other'))
  release()
  await expect(Promise.all([...accepted, other])).resolves.toEqual(['made', 'made', 'made'])
  await held
})

test('a full queue drops a call of the client with the most, never a client’s only call', async () => {
  const queue = createEncodeQueue({ ...LIMITS, maxWaiting: 3 })
  const { release, held } = occupy(queue)
  const greedy = [1, 2, 3].map(() => queue.run(async () => 'made', from('greedy')))
  const dropped = rejectionOf(greedy[2]!)
  const second = queue.run(async () => 'made', from('second'))
  expect(await dropped).toMatchObject(REFUSED)
  const dropsAgain = rejectionOf(greedy[1]!)
  const third = queue.run(async () => 'made', from('third'))
  expect(await dropsAgain).toMatchObject(REFUSED)
  await expect(queue.run(async () => 'never', from('fourth'))).rejects.toMatchObject(REFUSED)
  release()
  await expect(Promise.all([greedy[0], second, third])).resolves.toEqual(['made', 'made', 'made'])
  await held
})

test('rejects client calls after the maximum wait; internal calls wait without limit', async () => {
  vi.useFakeTimers()
  const queue = createEncodeQueue(LIMITS)
  const { release, held } = occupy(queue)
  const waited = rejectionOf(queue.run(async () => 'never', from('one')))
  const internal = queue.run(async () => 'made')
  await vi.advanceTimersByTimeAsync(LIMITS.waitMs)
  expect(await waited).toMatchObject(REFUSED)
  release()
  await expect(internal).resolves.toBe('made')
  await held
  expect(vi.getTimerCount()).toBe(0)
})

test('the addresses of one network share its turn and its limit', async () => {
  const queue = createEncodeQueue({ ...LIMITS, maxWaitingPerClient: 2 })
  const order: string[] = []
  const { release, held } = occupy(queue)
  const call = (address: string, network: string) =>
    queue.run(async () => void order.push(address), from(address, network))
  const ofNetwork = Array.from({ length: 8 }, (_, n) => call(`n${n}`, 'n'))
  await expect(call('n8', 'n')).rejects.toMatchObject(REFUSED)
  const other = [call('other', 'other'), call('other', 'other')]
  release()
  await Promise.all([held, ...ofNetwork, ...other])
  expect(order.slice(0, 4)).toEqual(['n0', 'other', 'n1', 'other'])
})

test('a full queue drops a call of the network with the most, though each of its addresses has one', async () => {
  const queue = createEncodeQueue({ ...LIMITS, maxWaiting: 3 })
  const { release, held } = occupy(queue)
  const greedy = [1, 2, 3].map((n) => queue.run(async () => 'made', from(`n${n}`, 'n')))
  const dropped = rejectionOf(greedy[2]!)
  const other = queue.run(async () => 'made', from('other'))
  expect(await dropped).toMatchObject(REFUSED)
  release()
  await expect(Promise.all([greedy[0], greedy[1], other])).resolves.toEqual(['made', 'made', 'made'])
  await held
})
