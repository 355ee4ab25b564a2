import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabaseProxy } from '../../../test/support/database-proxy.ts'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { assertOwnSessions } from './own-session.ts'

let database: TestDb
beforeAll(async () => {
  database = await createTestDb()
})
afterAll(() => database.close())

const SENTENCE = /pool_mode=transaction.*pool_mode=session/

test('PostgreSQL itself gives sessions, also at an address with options of its own', async () => {
  await assertOwnSessions(database.url)
  const url = new URL(database.url)
  url.searchParams.set('options', '-c work_mem=5MB')
  await assertOwnSessions(url.href)
})

test('a pooler that ignores the options of a session is refused', async () => {
  const withoutOption = (bytes: Buffer) =>
    Buffer.from(bytes.toString('latin1').replace('statement_timeout=54321', 'statement_timeout=11111'), 'latin1')
  const proxy = await openDatabaseProxy(database.url, withoutOption)
  onTestFinished(proxy.close)
  await expect(assertOwnSessions(proxy.url)).rejects.toThrow(SENTENCE)
})

test('a pooler that refuses the options of a session is refused', async () => {
  const field = (name: string, value: string) => `${name}${value}\0`
  const fields = `${field('S', 'FATAL')}${field('C', '08P01')}${field('M', 'unsupported startup parameter: options')}\0`
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + fields.length)
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  await expect(assertOwnSessions(`postgres://harbour@127.0.0.1:${port}/harbour`)).rejects.toThrow(SENTENCE)
})
