import { expect, test } from 'vitest'
import { isDatabaseDown } from './database-down.ts'
import { inTimeSince, createArrivals } from './replica.ts'

test('a read waits for what was heard before it, however much is heard meanwhile', async () => {
  let position = 0n
  let asked = 0
  const arrivals = createArrivals({
    written: async () => ++position,
    replayed: async () => {
      // Without end, between any two answers.
      if (++asked < 1_000) arrivals.changed()
      return position
    },
  })
  arrivals.changed()
  await arrivals.all()
  expect(asked).toBe(1)
  await arrivals.all()
  expect(asked).toBe(2)
})

test('a read that joins one that waits sees its own change, too', async () => {
  const written = [Promise.withResolvers<bigint>(), Promise.withResolvers<bigint>()]
  let rounds = 0
  const arrivals = createArrivals({ written: () => written[rounds++]!.promise, replayed: async () => 2n })
  arrivals.changed()
  const first = arrivals.all()
  arrivals.changed()
  let isSecond = false
  const second = arrivals.all().then(() => (isSecond = true))
  written[0]!.resolve(1n)
  await first
  expect([rounds, isSecond]).toEqual([2, false])
  written[1]!.resolve(2n)
  expect(await second).toBe(true)
})

test('a replica that has not got there in a second fails the read', async () => {
  const arrivals = createArrivals({ written: async () => 2n, replayed: async () => 1n })
  await arrivals.all()
  arrivals.changed()
  await expect(arrivals.all()).rejects.toThrow('has not arrived')
})

test('what the standby has used up the primary does not have', async () => {
  const late = inTimeSince(performance.now() - 11_990, () => new Promise(() => undefined))
  expect(isDatabaseDown(await late.catch((error: unknown) => error))).toBe(true)
  expect(await inTimeSince(performance.now() - 5_000, async () => 'read')).toBe('read')
})
