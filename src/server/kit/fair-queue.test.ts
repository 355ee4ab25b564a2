import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** A queue whose work records its name. */
function world(maxWaiting = 100) {
  const order: string[] = []
  const queue = createFairQueue({ maxWaiting, full: () => new Error('full') })
  const add = (name: string, clients: string[], priority?: number) =>
    queue.run(async () => void order.push(name), { clients, priority }).catch(() => void order.push(`${name} refused`))
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
  const failing = queue.run(() => Promise.reject(new Error('broken')), { clients: ['a'] })
  await Promise.all([expect(failing).rejects.toThrow('broken'), add('a1', ['a'])])
  expect(order).toEqual(['a1'])
})
