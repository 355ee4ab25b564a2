import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { HEALTH_LINES } from '#contract/admin/health.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { createTestDb } from '../../test/support/database.ts'
import { readHealth } from './health.ts'

async function world() {
  const { db, close } = await createTestDb()
  onTestFinished(close)
  const clock = createTestClock()
  const read = async (fourEyes = true) => {
    const modules = [
      { health: async () => [{ name: 'ledger', state: 'ok', value: 0, since: null } as const] },
      { scheduledTasks: [] },
    ]
    const lines = await readHealth({ db, clock, modules, dataDir: tmpdir(), fourEyes })
    return Object.fromEntries(lines.map(({ name, ...line }) => [name, line]))
  }
  const backup = (daysAgo: number, given: object = {}) => {
    const at = clock.now().subtract({ hours: daysAgo * 24 })
    return db
      .insertInto('backup_run')
      .values({ started_at: at, finished_at: at, bytes: 7, problem: null, ...given })
      .execute()
  }
  return { read, backup }
}

test('health joins the lines of the domains, the disk, the backups and four eyes', async () => {
  const { read } = await world()
  const lines = await read()
  expect(Object.keys(lines)).toEqual(['ledger', 'backup', 'fourEyes', 'disk'])
  expect(HEALTH_LINES).toEqual(expect.arrayContaining(Object.keys(lines)))
  expect(lines.disk!.value).toBeGreaterThan(0)
  expect(lines.fourEyes).toMatchObject({ state: 'ok', value: 1 })
  expect((await read(false)).fourEyes).toMatchObject({ state: 'watch', value: 0 })
})

test('a backup is looked at after two days, acted on after seven, and only when it was finished', async () => {
  const { read, backup } = await world()
  expect((await read()).backup).toEqual({ state: 'act', value: null, since: null })
  await backup(8)
  expect((await read()).backup).toMatchObject({ state: 'act', value: 7 })
  await backup(3)
  expect((await read()).backup).toMatchObject({ state: 'watch' })
  await backup(0.5, { finished_at: null })
  expect((await read()).backup).toMatchObject({ state: 'watch' })
  await backup(1)
  expect((await read()).backup).toMatchObject({ state: 'ok' })
})
