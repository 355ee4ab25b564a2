import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startTicker } from './ticker.ts'

const log = pino({ level: 'silent' })
const options = { name: 'test', everyMs: 60_000, log }

test('it looks at the start, and once more after each wake that came meanwhile, never twice at once', async () => {
  let [looks, under, most] = [0, 0, 0]
  const gate = Promise.withResolvers<void>()
  const ticker = startTicker(async () => {
    looks += 1
    under += 1
    most = Math.max(most, under)
    if (looks === 1) await gate.promise
    under -= 1
  }, options)
  for (let wakes = 0; wakes < 5; wakes++) ticker.wake()
  gate.resolve()
  await ticker.stop()
  expect([looks, most]).toEqual([1, 1])

  looks = 0
  const second = startTicker(async () => void looks++, options)
  second.wake()
  await new Promise((done) => setImmediate(done))
  second.wake()
  await new Promise((done) => setImmediate(done))
  await second.stop()
  expect(looks).toBe(3)
  second.wake()
  expect(looks).toBe(3)
})

test('a look that fails is followed by the next', async () => {
  let looks = 0
  const ticker = startTicker(async () => {
    looks += 1
    throw new Error('not now')
  }, options)
  await new Promise((done) => setImmediate(done))
  ticker.wake()
  await new Promise((done) => setImmediate(done))
  await ticker.stop()
  expect(looks).toBe(2)
})
