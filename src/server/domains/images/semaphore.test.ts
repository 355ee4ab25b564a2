import { setImmediate as tick } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { type Client, createSemaphore } from './semaphore.ts'

const LIMITS = { concurrency: 1, maxWaiting: 100, maxWaitingPerClient: 50, waitMs: 10_000 }
const REFUSED = { code: 'UNAVAILABLE' }

/** A client whose network is its own. */
const from = (address: string, network = address): Client => ({ address, network })

/** The error with which a call is rejected. */
const rejectionOf = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

/** Occupies the only slot until it is released. */
function occupySlot(semaphore: ReturnType<typeof createSemaphore>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { release: resolve, held: semaphore(() => promise, from('holder')) }
}

afterEach(() => void vi.useRealTimers())

test('runs at most the maximum concurrently, in order, and completes every call', async () => {
  const semaphore = createSemaphore({ ...LIMITS, concurrency: 2 })
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
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => semaphore(work(n), from('one'))))
  expect(peak).toBe(2)
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7)
  await expect(semaphore(async () => 'still open', from('one'))).resolves.toBe('still open')
})

test('serves clients round-robin: one call does not wait behind another client’s many', async () => {
  const semaphore = createSemaphore(LIMITS)
  const order: string[] = []
  const { release, held } = occupySlot(semaphore)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'shared', 'c1', 'b2'].map((name) =>
    semaphore(async () => void order.push(name), name === 'shared' ? undefined : from(name[0]!)),
  )
  release()
  await Promise.all([held, ...all])
  expect(order).toEqual(['a1', 'b1', 'shared', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('rejects a client with too many waiting calls and accepts another client', async () => {
  const semaphore = createSemaphore({ ...LIMITS, maxWaitingPerClient: 2 })
  const { release, held } = occupySlot(semaphore)
  const accepted = [1, 2].map(() => semaphore(async () => 'made', from('greedy')))
  await expect(semaphore(async () => 'never', from('greedy'))).rejects.toMatchObject(REFUSED)
  const other = semaphore(async () => 'made', from('other'))
  release()
  await expect(Promise.all([...accepted, other])).resolves.toEqual(['made', 'made', 'made'])
  await held
})

test('a full queue drops a call of the client with the most, never a client’s only call', async () => {
  const semaphore = createSemaphore({ ...LIMITS, maxWaiting: 3 })
  const { release, held } = occupySlot(semaphore)
  const greedy = [1, 2, 3].map(() => semaphore(async () => 'made', from('greedy')))
  const dropped = rejectionOf(greedy[2]!)
  const second = semaphore(async () => 'made', from('second'))
  expect(await dropped).toMatchObject(REFUSED)
  const dropsAgain = rejectionOf(greedy[1]!)
  const third = semaphore(async () => 'made', from('third'))
  expect(await dropsAgain).toMatchObject(REFUSED)
  await expect(semaphore(async () => 'never', from('fourth'))).rejects.toMatchObject(REFUSED)
  release()
  await expect(Promise.all([greedy[0], second, third])).resolves.toEqual(['made', 'made', 'made'])
  await held
})

test('rejects client calls after the maximum wait; internal calls wait without limit', async () => {
  vi.useFakeTimers()
  const semaphore = createSemaphore(LIMITS)
  const { release, held } = occupySlot(semaphore)
  const waited = rejectionOf(semaphore(async () => 'never', from('one')))
  const internal = semaphore(async () => 'made')
  await vi.advanceTimersByTimeAsync(LIMITS.waitMs)
  expect(await waited).toMatchObject(REFUSED)
  release()
  await expect(internal).resolves.toBe('made')
  await held
  expect(vi.getTimerCount()).toBe(0)
})

test('the addresses of one network share its turn and its limit', async () => {
  const semaphore = createSemaphore({ ...LIMITS, maxWaitingPerClient: 2 })
  const order: string[] = []
  const { release, held } = occupySlot(semaphore)
  const call = (address: string, network: string) =>
    semaphore(async () => void order.push(address), from(address, network))
  const ofNetwork = Array.from({ length: 8 }, (_, n) => call(`n${n}`, 'n'))
  await expect(call('n8', 'n')).rejects.toMatchObject(REFUSED)
  const other = [call('other', 'other'), call('other', 'other')]
  release()
  await Promise.all([held, ...ofNetwork, ...other])
  expect(order.slice(0, 4)).toEqual(['n0', 'other', 'n1', 'other'])
})

test('a full queue drops a call of the network with the most, though each of its addresses has one', async () => {
  const semaphore = createSemaphore({ ...LIMITS, maxWaiting: 3 })
  const { release, held } = occupySlot(semaphore)
  const greedy = [1, 2, 3].map((n) => semaphore(async () => 'made', from(`n${n}`, 'n')))
  const dropped = rejectionOf(greedy[0]!)
  const other = semaphore(async () => 'made', from('other'))
  expect(await dropped).toMatchObject(REFUSED)
  release()
  await expect(Promise.all([greedy[1], greedy[2], other])).resolves.toEqual(['made', 'made', 'made'])
  await held
})
