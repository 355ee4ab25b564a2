import { expect, test, vi } from 'vitest'
import { createTestDb } from '../../../test/support/database.ts'
import { sql } from './db.ts'
import { listen, listenToAll } from './listen.ts'
import { createLog } from './log.ts'

const WITHIN = { timeout: 5_000 }

test('receives notifications, also after a lost connection, until stopped', async () => {
  const database = await createTestDb()
  const { db, url } = database
  const listener = await listen({ url, channel: 'catalogue', log: createLog({ level: 'silent', role: 'test' }) })
  const onNotify = vi.fn()
  const stop = listener.on(onNotify)
  await sql`notify catalogue`.execute(db)
  await vi.waitFor(() => expect(onNotify).toHaveBeenCalledTimes(1), WITHIN)

  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and datname = current_database() and query like 'listen%'`.execute(
    db,
  )
  await vi.waitFor(() => expect(onNotify).toHaveBeenCalledTimes(2), WITHIN)
  await sql`notify catalogue`.execute(db)
  await vi.waitFor(() => expect(onNotify).toHaveBeenCalledTimes(3), WITHIN)

  const other = vi.fn()
  listener.on(other)
  stop()
  await sql`notify catalogue`.execute(db)
  await vi.waitFor(() => expect(other).toHaveBeenCalledTimes(1), WITHIN)
  expect(onNotify).toHaveBeenCalledTimes(3)
  await listener.close()
  await database.close()
})

test('several channels share one connection; each is told its own, and all of a reconnection', async () => {
  const database = await createTestDb()
  const { db, url } = database
  const log = createLog({ level: 'silent', role: 'test' })
  const channels = ['catalogue', 'rooms']
  const heard = await listenToAll({ url, channels, log })
  const [onCatalogue, onRooms] = [vi.fn(), vi.fn()]
  heard.on('catalogue', onCatalogue)
  heard.on('rooms', onRooms)
  await sql`notify rooms, 'film'`.execute(db)
  await vi.waitFor(() => expect(onRooms.mock.calls).toEqual([['film']]), WITHIN)
  expect(onCatalogue).not.toHaveBeenCalled()
  const listening = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and query like 'listen%'`
  const { rows } = await listening.execute(db)
  expect(rows).toHaveLength(1)
  await sql`select pg_terminate_backend(${rows[0]!.pid}::int)`.execute(db)
  await vi.waitFor(() => expect([onCatalogue.mock.calls.length, onRooms.mock.calls.length]).toEqual([1, 2]), WITHIN)
  expect(() => heard.on('others', onRooms)).toThrow('not a channel')
  await heard.close()
  await database.close()
})
