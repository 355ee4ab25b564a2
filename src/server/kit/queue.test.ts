import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDb } from '../../../test/support/database.ts'
import { openDatabaseProxy } from '../../../test/support/database-proxy.ts'
import { createLog } from './log.ts'
import { createQueue } from './queue.ts'

test('a queue of one connection goes on after a lost network', async () => {
  const database = await createTestDb()
  const proxy = await openDatabaseProxy(database.url)
  const log = createLog({ level: 'silent', role: 'test' })
  const queue = createQueue({ url: proxy.url, log, max: 1, answerMs: 1_000 })
  onTestFinished(async () => {
    await queue.stop()
    proxy.close()
    await database.close()
  })
  await queue.start(['some'])
  proxy.network.lost = true
  await expect(queue.add('some', {}, { key: 'lost' })).rejects.toThrow('timeout')
  proxy.network.lost = false
  await vi.waitFor(() => queue.add('some', {}, { key: 'found' }), { timeout: 30_000 })
  expect(await queue.depth()).toHaveProperty('some')
})
