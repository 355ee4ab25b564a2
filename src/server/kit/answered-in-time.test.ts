import { expect, test, vi } from 'vitest'
import { answeredInTime } from './answered-in-time.ts'
import { noteSent, silentForMs } from './unanswered-statements.ts'

const SOON = { lateMs: 20, silentMs: 40 }

test('what is late is refused while the database is silent, whatever the request itself waits for', async () => {
  const answered = noteSent('primary')
  const work = Promise.withResolvers<string>()
  await expect(answeredInTime(work.promise, SOON)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    details: { retryAfter: 5 },
  })
  answered(false)
  // Its own failure afterwards is handled.
  work.reject(new Error('later'))
})

test('what is late is waited for while the database answers', async () => {
  const work = Promise.withResolvers<string>()
  const given = answeredInTime(work.promise, { lateMs: 0, silentMs: 60_000 })
  const answered = noteSent('primary')
  await new Promise((resolve) => setImmediate(resolve))
  answered(true)
  work.resolve('done')
  expect(await given).toBe('done')
  await expect(answeredInTime(Promise.reject(new Error('its own')), SOON)).rejects.toThrow('its own')
})

test('a statement that waits for a lock beside others that are answered is no silence; statements that are given up are', () => {
  const waiting = noteSent('primary')
  const start = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => start + 5_000)
  noteSent('primary')(false)
  expect(silentForMs()).toBeGreaterThanOrEqual(5_000)
  // A replica that answers says nothing of the primary.
  noteSent('replica')(true)
  expect(silentForMs()).toBeGreaterThanOrEqual(5_000)
  noteSent('primary')(true)
  expect(silentForMs()).toBe(0)
  vi.restoreAllMocks()
  waiting(true)
})
