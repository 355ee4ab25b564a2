import { expect, test, vi } from 'vitest'
import { createTestDb } from '../../../test/support/database.ts'
import { openDatabaseProxy } from '../../../test/support/database-proxy.ts'
import { sql } from './db.ts'
import { listen, listenToAll } from './listen.ts'
import { createLog } from './log.ts'

const WITHIN = { timeout: 30_000 }

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

test('a channel that is joined is listened to until all have left, also after a lost connection', async () => {
  const database = await createTestDb()
  const { db, url } = database
  const heard = await listenToAll({ url, channels: ['catalogue'], log: createLog({ level: 'silent', role: 'test' }) })
  const [one, other, rest] = [vi.fn(), vi.fn(), vi.fn()]
  const listening = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and (query like 'listen%' or query like 'unlisten%')`.execute(db)
    return rows
  }
  const tell = (payload: string) => sql`select pg_notify('room_7', ${payload})`.execute(db)
  await tell('before')
  const leaveOne = heard.join('room_7', one)
  // What came before it was listened to may be lost.
  await vi.waitFor(() => expect(one.mock.calls).toEqual([[undefined]]), WITHIN)
  const leaveOther = heard.join('room_7', other)
  await tell('first')
  await vi.waitFor(() => expect([one.mock.calls.at(-1), other.mock.calls]).toEqual([['first'], [['first']]]), WITHIN)
  expect(await listening()).toHaveLength(1)
  await sql`select pg_terminate_backend(${(await listening())[0]!.pid}::int)`.execute(db)
  await vi.waitFor(() => expect(other.mock.calls.at(-1)).toEqual([undefined]), WITHIN)
  await tell('second')
  await vi.waitFor(() => expect(one.mock.calls.at(-1)).toEqual(['second']), WITHIN)
  leaveOne()
  leaveOther()
  heard.join('room_8', rest)
  await vi.waitFor(() => expect(rest).toHaveBeenCalledOnce(), WITHIN)
  const told = other.mock.calls.length
  await tell('third')
  await sql`select pg_notify('room_8', 'last')`.execute(db)
  await vi.waitFor(() => expect(rest.mock.calls.at(-1)).toEqual(['last']), WITHIN)
  expect(other).toHaveBeenCalledTimes(told)
  await heard.close()
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

test('a connection whose other end is silent is replaced', async () => {
  const database = await createTestDb()
  const proxy = await openDatabaseProxy(database.url)
  const lines: string[] = []
  const log = createLog({
    level: 'warn',
    role: 'test',
    destination: { write: (line: string) => void lines.push(line) },
  })
  const watch = { everyMs: 50, answerMs: 500 }
  const listener = await listen({ url: proxy.url, channel: 'catalogue', log, watch })
  const onNotify = vi.fn()
  listener.on(onNotify)
  proxy.network.lost = true
  await vi.waitFor(() => expect(lines.join()).toContain('LISTEN connection lost'), WITHIN)
  proxy.network.lost = false
  // Notifications may be lost.
  await vi.waitFor(() => expect(onNotify.mock.calls).toEqual([[]]), WITHIN)
  await sql`notify catalogue, 'film'`.execute(database.db)
  await vi.waitFor(() => expect(onNotify).toHaveBeenLastCalledWith('film'), WITHIN)
  await listener.close()
  proxy.close()
  await database.close()
})
