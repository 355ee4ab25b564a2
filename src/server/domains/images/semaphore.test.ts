import { setImmediate as tick } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const LIMITS = { atOnce: 1, waiting: 100, each: 50, waitMs: 10_000 }
const REFUSED = { code: 'UNAVAILABLE' }

/** What a refused one is told. */
const reasonOf = (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error)

/** Holds the only place until it is let go. */
function holding(turn: ReturnType<typeof createSemaphore>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { letGo: resolve, held: turn(() => promise, 'holder') }
}

afterEach(() => void vi.useRealTimers())

test('few work at a time, in order, and nobody is forgotten', async () => {
  const turn = createSemaphore({ ...LIMITS, atOnce: 2 })
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (n: number) => async () => {
    most = Math.max(most, ++running)
    await tick()
    order.push(n)
    running -= 1
    if (n % 3 === 0) throw new Error('failed')
    return n
  }
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => turn(work(n), 'one')))
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7)
  await expect(turn(async () => 'still open', 'one')).resolves.toBe('still open')
})

test('askers take turns: one thing does not wait behind another’s many', async () => {
  const turn = createSemaphore(LIMITS)
  const order: string[] = []
  const { letGo, held } = holding(turn)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'house', 'c1', 'b2'].map((name) =>
    turn(async () => void order.push(name), name === 'house' ? undefined : name[0]),
  )
  letGo()
  await Promise.all([held, ...all])
  expect(order).toEqual(['a1', 'b1', 'house', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('an asker who has too many waiting is sent away; another is not', async () => {
  const turn = createSemaphore({ ...LIMITS, each: 2 })
  const { letGo, held } = holding(turn)
  const kept = [1, 2].map(() => turn(async () => 'made', 'greedy'))
  await expect(turn(async () => 'never', 'greedy')).rejects.toMatchObject(REFUSED)
  const other = turn(async () => 'made', 'other')
  letGo()
  await expect(Promise.all([...kept, other])).resolves.toEqual(['made', 'made', 'made'])
  await held
})

test('when every place is taken, whoever holds most of them gives one up; nobody with one place does', async () => {
  const turn = createSemaphore({ ...LIMITS, waiting: 3 })
  const { letGo, held } = holding(turn)
  const greedy = [1, 2, 3].map(() => turn(async () => 'made', 'greedy'))
  const dropped = reasonOf(greedy[2]!)
  const second = turn(async () => 'made', 'second')
  expect(await dropped).toMatchObject(REFUSED)
  const dropsAgain = reasonOf(greedy[1]!)
  const third = turn(async () => 'made', 'third')
  expect(await dropsAgain).toMatchObject(REFUSED)
  await expect(turn(async () => 'never', 'fourth')).rejects.toMatchObject(REFUSED)
  letGo()
  await expect(Promise.all([greedy[0], second, third])).resolves.toEqual(['made', 'made', 'made'])
  await held
})

test('nobody waits longer than the limit, but for the house itself', async () => {
  vi.useFakeTimers()
  const turn = createSemaphore(LIMITS)
  const { letGo, held } = holding(turn)
  const waited = reasonOf(turn(async () => 'never', 'one'))
  const house = turn(async () => 'made')
  await vi.advanceTimersByTimeAsync(LIMITS.waitMs)
  expect(await waited).toMatchObject(REFUSED)
  letGo()
  await expect(house).resolves.toBe('made')
  await held
  expect(vi.getTimerCount()).toBe(0)
})
