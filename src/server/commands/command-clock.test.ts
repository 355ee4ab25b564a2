import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/kit/clock.ts'
import { commandClock, forgetClockOffset, keepClockOffset } from './command-clock.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-clock-'))
})
afterAll(() => rm(folder, { recursive: true }))

const configOf = (isTest: boolean) => ({ DATA_DIR: folder, HARBOUR_TEST: isTest })
const hoursAhead = async (isTest: boolean) => {
  const real = systemClock.now()
  return Math.round((await commandClock(configOf(isTest))).now().since(real).total('hours'))
}

test('a command has the time to which the service’s clock was moved, until the service begins again', async () => {
  expect(await hoursAhead(true)).toBe(0)
  await keepClockOffset(configOf(true), 50 * 3_600_000)
  expect(await hoursAhead(true)).toBe(50)
  await forgetClockOffset(configOf(true))
  expect(await hoursAhead(true)).toBe(0)
})

test('without HARBOUR_TEST it has the real time', async () => {
  await keepClockOffset(configOf(true), 50 * 3_600_000)
  expect(await commandClock(configOf(false))).toBe(systemClock)
})
