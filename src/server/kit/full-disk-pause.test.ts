import { expect, test, vi } from 'vitest'
import { pausingWhenFull } from './full-disk-pause.ts'
import { createLog } from './log.ts'

const log = createLog({ level: 'silent', role: 'test' })
const full = () => Object.assign(new Error('write'), { code: 'ENOSPC' })

test('a full disk is said once, however long it lasts, and the work goes on when there is room', async () => {
  const said = vi.spyOn(log, 'error')
  const work = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(full())
    .mockRejectedValueOnce(full())
    .mockResolvedValue()
  await pausingWhenFull({ signal: new AbortController().signal, log, pauseMs: 1 }, work)
  expect(work).toHaveBeenCalledTimes(3)
  expect(said).toHaveBeenCalledTimes(1)
})

test('it waits between two tries, and ends at once when asked to', async () => {
  const stop = new AbortController()
  const work = vi.fn<() => Promise<void>>().mockImplementation(async () => {
    setTimeout(() => stop.abort(), 20)
    throw full()
  })
  await pausingWhenFull({ signal: stop.signal, log }, work)
  expect(work).toHaveBeenCalledTimes(1)
})

test('any other failure is not held back', async () => {
  const work = async () => {
    throw new Error('other')
  }
  await expect(pausingWhenFull({ signal: new AbortController().signal, log }, work)).rejects.toThrow('other')
})
