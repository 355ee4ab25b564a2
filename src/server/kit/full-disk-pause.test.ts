import { expect, test, vi } from 'vitest'
import { pausingWhenFull } from './full-disk-pause.ts'
import { createLog } from './log.ts'

const log = createLog({ level: 'silent', role: 'test' })
const full = () => Object.assign(new Error('write'), { code: 'ENOSPC' })

test('logs a full disk once and resumes when there is space', async () => {
  const logged = vi.spyOn(log, 'error')
  const work = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(full())
    .mockRejectedValueOnce(full())
    .mockResolvedValue()
  await pausingWhenFull({ signal: new AbortController().signal, log, pauseMs: 1 }, work)
  expect(work).toHaveBeenCalledTimes(3)
  expect(logged).toHaveBeenCalledTimes(1)
})

test('waits between retries and stops immediately when aborted', async () => {
  const stop = new AbortController()
  const logged = vi.spyOn(log, 'error').mockClear()
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(full())
  const running = pausingWhenFull({ signal: stop.signal, log }, work)
  // It logs just before it pauses.
  await vi.waitFor(() => expect(logged).toHaveBeenCalled())
  stop.abort()
  await running
  expect(work).toHaveBeenCalledTimes(1)
})

test('rethrows any other error', async () => {
  const work = async () => {
    throw new Error('other')
  }
  await expect(pausingWhenFull({ signal: new AbortController().signal, log }, work)).rejects.toThrow('other')
})
