import { Client, DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { createTestDb } from '../../../test/support/database.ts'
import { isDatabaseDown } from './database-down.ts'

const withCode = (code: string) => Object.assign(new DatabaseError('x', 1, 'error'), { code })
const system = (code: string, syscall: string) => Object.assign(new Error('x'), { code, syscall })

test.each([
  ['shutting down', withCode('57P01'), true],
  ['crashed', withCode('57P02'), true],
  ['starting', withCode('57P03'), true],
  ['a lost connection', withCode('08006'), true],
  ['no connection left', withCode('53300'), true],
  ['refused', system('ECONNREFUSED', 'connect'), true],
  ['reset', system('ECONNRESET', 'read'), true],
  ['no socket', system('ENOENT', 'connect'), true],
  ['ended between two statements', new Error('Connection terminated unexpectedly'), true],
  ['a statement that took too long', withCode('57014'), true],
  ['a full disk', withCode('53100'), true],
  ['unreachable', system('EHOSTUNREACH', 'connect'), true],
  ['not connected in time', new Error('timeout expired'), true],
  ['not answered in time', new Error('Query read timeout'), true],
  ['a conflict', withCode('23505'), false],
  ['a missing file', system('ENOENT', 'open'), false],
  ['a fault of ours', new TypeError('x is undefined'), false],
  ['no error', 'x', false],
])('an error says whether the database is down: %s', (_, error, isDown) => {
  expect(isDatabaseDown(error)).toBe(isDown)
})

test('a statement whose connection PostgreSQL ends is one of these', async () => {
  const database = await createTestDb()
  const client = new Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const sleeping = client.query('select pg_sleep(60)').catch((error: unknown) => error)
  await database.pool.query('select pg_terminate_backend($1::int)', [rows[0].pid])
  expect(isDatabaseDown(await sleeping)).toBe(true)
  await database.close()
})
