import { expect, test, vi } from 'vitest'
import { createTestDb } from '../../../test/support/database.ts'
import { sql } from './db.ts'
import { listen } from './listen.ts'
import { createLog } from './log.ts'

const SOON = { timeout: 5_000 }

test('a notification is heard, also after the connection was cut, and not after stopping', async () => {
  const database = await createTestDb()
  const { db, url } = database
  const listener = await listen({ url, channel: 'catalogue', log: createLog({ level: 'silent', role: 'test' }) })
  const heard = vi.fn()
  const stop = listener.on(heard)
  await sql`notify catalogue`.execute(db)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), SOON)

  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`.execute(
    db,
  )
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), SOON)
  await sql`notify catalogue`.execute(db)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(3), SOON)

  const other = vi.fn()
  listener.on(other)
  stop()
  await sql`notify catalogue`.execute(db)
  await vi.waitFor(() => expect(other).toHaveBeenCalledTimes(1), SOON)
  expect(heard).toHaveBeenCalledTimes(3)
  await listener.close()
  await database.close()
})
