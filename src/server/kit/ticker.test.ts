import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startTicker } from './ticker.ts'

const log = pino({ level: 'silent' })
const options = { name: 'test', everyMs: 60_000, log }

test('runs at start and once more after wakes during a run, never concurrently', async () => {
  let [runs, running, maxRunning] = [0, 0, 0]
  const gate = Promise.withResolvers<void>()
  const ticker = startTicker(async () => {
    runs += 1
    running += 1
    maxRunning = Math.max(maxRunning, running)
    if (runs === 1) await gate.promise
    running -= 1
  }, options)
  for (let wakes = 0; wakes < 5; wakes++) ticker.wake()
  gate.resolve()
  await ticker.stop()
  expect([runs, maxRunning]).toEqual([1, 1])

  runs = 0
  const second = startTicker(async () => void runs++, options)
  second.wake()
  await new Promise((done) => setImmediate(done))
  second.wake()
  await new Promise((done) => setImmediate(done))
  await second.stop()
  expect(runs).toBe(3)
  second.wake()
  expect(runs).toBe(3)
})

test('a failed run is followed by the next', async () => {
  let runs = 0
  const ticker = startTicker(async () => {
    runs += 1
    throw new Error('not now')
  }, options)
  await new Promise((done) => setImmediate(done))
  ticker.wake()
  await new Promise((done) => setImmediate(done))
  await ticker.stop()
  expect(runs).toBe(2)
})
