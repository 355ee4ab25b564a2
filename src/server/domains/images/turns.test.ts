import { setImmediate as tick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('few work at a time, in order, and nobody is forgotten', async () => {
  const turn = createTurns({ atOnce: 2, waiting: 100 })
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
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => turn(work(n))))
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7)
  await expect(turn(async () => 'still open')).resolves.toBe('still open')
})

test('whoever finds the queue full is sent away at once', async () => {
  const turn = createTurns({ atOnce: 1, waiting: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = turn(() => promise)
  const second = turn(async () => 'second')
  await expect(turn(async () => 'third')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  resolve()
  await first
  await expect(second).resolves.toBe('second')
})
