import { expect, test } from 'vitest'
import { createFairQueue, createHolds, networkShares } from './fairness.ts'

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

test('an address shares a limit with its networks: a /56 has it twice, a /48 four times', () => {
  expect(networkShares('203.0.113.7')).toEqual([{ key: '203.0.113.7', factor: 1 }])
  expect(networkShares('2001:db8:7:1::5').map(({ factor }) => factor)).toEqual([1, 2, 4])
})

test('what an address holds is that of its network with the most for its size', () => {
  const holds = createHolds()
  const held = (address: string) => holds.heldBy(networkShares(address))
  for (let n = 0; n < 4; n++) holds.take(networkShares('2001:db8:7:1::5'))
  expect([held('2001:db8:7:1::9'), held('2001:db8:7:2::1'), held('2001:db8:7:101::1')]).toEqual([4, 2, 1])
  expect([held('2001:db8:8::1'), holds.total()]).toEqual([0, 4])
})

test('a hold is freed once, however often its end is told', () => {
  const holds = createHolds()
  const shares = networkShares('203.0.113.7')
  const [one, other] = [holds.take(shares), holds.take(shares, 5)]
  one()
  one()
  expect([holds.heldBy(shares), holds.total()]).toEqual([5, 5])
  other()
  expect([holds.heldBy(shares), holds.total()]).toEqual([0, 0])
})
