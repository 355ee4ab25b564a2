import { expect, test } from 'vitest'
import { createLocker } from './operator-uploads.ts'

test('a request does not wait for a lock longer than its client does, and gives it back when it comes late', async () => {
  const asked = Promise.withResolvers<boolean>()
  let given: Promise<unknown> = Promise.resolve()
  const locker = createLocker(async (_key, work) => {
    await asked.promise
    given = work(new AbortController().signal)
    return given as never
  })
  const client = new AbortController()
  const locked = locker.newLock('a').lock(client.signal, () => undefined)
  client.abort()
  await expect(locked).rejects.toBeDefined()
  asked.resolve(true)
  await asked.promise
  // Pending while it is held.
  await given
})
