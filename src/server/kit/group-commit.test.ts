import { DatabaseError } from 'pg'
import { expect, test, vi } from 'vitest'
import { GroupCommit } from './group-commit.ts'

const refused = (code: string) => Object.assign(new DatabaseError('refused', 0, 'error'), { code })

test('what arrives while a commit runs joins the next one, in order', async () => {
  const gate = Promise.withResolvers<void>()
  const commit = vi.fn(async (items: readonly number[]) => {
    if (items.includes(1)) await gate.promise
    return items.map((item) => item * 10)
  })
  const group = new GroupCommit(commit, { everyMs: 0, max: 3 })
  const first = group.add(1)
  const later = [2, 3, 4, 5].map((item) => group.add(item))
  gate.resolve()
  expect(await first).toBe(10)
  expect(await Promise.all(later)).toEqual([20, 30, 40, 50])
  expect(commit.mock.calls).toEqual([[[1]], [[2, 3, 4]], [[5]]])
})

test('the first after a pause is committed at once, the next waits for the interval', async () => {
  vi.useFakeTimers()
  try {
    const commit = vi.fn(async (items: readonly number[]) => items)
    const group = new GroupCommit(commit, { everyMs: 25, max: 100 })
    await group.add(1)
    const next = [group.add(2), group.add(3)]
    await vi.advanceTimersByTimeAsync(24)
    expect(commit).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.all(next)).toEqual([2, 3])
    expect(commit).toHaveBeenLastCalledWith([2, 3])
    await vi.advanceTimersByTimeAsync(25)
    expect(await group.add(4)).toBe(4)
  } finally {
    vi.useRealTimers()
  }
})

test('an item that the database refuses fails alone', async () => {
  const commit = async (items: readonly number[]) => {
    if (items.includes(3)) throw refused('23503')
    return items
  }
  const group = new GroupCommit(commit, { everyMs: 0, max: 10 })
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map((item) => group.add(item)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('a lost connection fails the whole commit once, and the next one runs', async () => {
  const commit = vi.fn(async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('connection lost')
    return items
  })
  const group = new GroupCommit(commit, { everyMs: 0, max: 10 })
  await group.add(0)
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(commit).toHaveBeenCalledTimes(2)
  expect(await group.add(4)).toBe(4)
})

test('an outage fails all that wait for the commit it meets, and none that come later', async () => {
  const gate = Promise.withResolvers<void>()
  const commit = vi.fn(async (items: readonly number[]) => {
    if (items.includes(1)) await gate.promise
    return items
  })
  const group = new GroupCommit(commit, { everyMs: 0, max: 2 })
  const given = [1, 2, 3, 4, 5].map((item) => group.add(item))
  gate.reject(new Error('Query read timeout'))
  const outcomes = await Promise.allSettled(given)
  expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  expect(commit).toHaveBeenCalledOnce()
  expect(await group.add(6)).toBe(6)
})

test('what has not been committed within eleven seconds is refused, wherever it waits', async () => {
  vi.useFakeTimers()
  try {
    const gates = [1, 2].map(() => Promise.withResolvers<void>())
    const commit = vi.fn(async (items: readonly number[]) => {
      await gates[commit.mock.calls.length - 1]?.promise
      return items
    })
    const group = new GroupCommit(commit, { everyMs: 0, max: 1 })
    const outcomes: string[] = []
    const add = (item: number) =>
      void group.add(item).then(
        () => outcomes.push(`${item} done`),
        (error: { code: string }) => outcomes.push(`${item} ${error.code}`),
      )
    add(1)
    await vi.advanceTimersByTimeAsync(5_000)
    add(2)
    await vi.advanceTimersByTimeAsync(6_500)
    expect(outcomes).toEqual(['1 UNAVAILABLE'])
    gates[0]!.resolve()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(outcomes).toEqual(['1 UNAVAILABLE', '2 UNAVAILABLE'])
    gates[1]!.resolve()
    await vi.advanceTimersByTimeAsync(1)
    add(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(outcomes.at(-1)).toBe('3 done')
  } finally {
    vi.useRealTimers()
  }
})
