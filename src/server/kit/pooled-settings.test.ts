import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { type Db, openDb, sql, WEB_LIMITS } from './db.ts'
import { assertPooledSettings, OF_DATABASE, OF_FIXED_PLANS } from './pooled-settings.ts'

let database: TestDb
beforeAll(async () => {
  database = await createTestDb()
})
afterAll(() => database.close())

const settingsOf = async (db: Db, names: readonly string[]) => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select lower(name) as name, setting from pg_settings where lower(name) = any(${names})`.execute(db)
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

test('a pooler has to set what a web process sets for its own connections', async () => {
  const { db, fixedPlanDb, close } = openDb({ url: database.url, ...WEB_LIMITS })
  expect(await settingsOf(db, Object.keys(OF_DATABASE))).toEqual(OF_DATABASE)
  expect(await settingsOf(fixedPlanDb, Object.keys(OF_FIXED_PLANS))).toEqual(OF_FIXED_PLANS)
  await close()
})

test('a pooler that does not is refused, with what is missing', async () => {
  await expect(assertPooledSettings(database.url)).rejects.toThrow(/statement_timeout = 10000.*connect_query/)
})

test('the file of deploy/ sets all of it', () => {
  const ini = readFileSync('deploy/postgres/pgbouncer-transactions.ini', 'utf8')
  const setBy = (name: string) =>
    Object.fromEntries(
      [...new RegExp(`^${name} = .*`, 'm').exec(ini)![0].matchAll(/set (\w+) = '{0,2}([\w.]+)/g)].map((found) => [
        found[1],
        found[2],
      ]),
    )
  expect(setBy('harbour')).toEqual(OF_DATABASE)
  expect(setBy('harbour_fixed')).toEqual(OF_FIXED_PLANS)
})
