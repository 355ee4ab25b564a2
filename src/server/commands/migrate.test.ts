import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { migrateCommand } from './migrate.ts'

test('a contract without a database is refused, and makes none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-migrate-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const config = readConfig({ DATA_DIR: folder })
  await expect(migrateCommand(config, ['--contract'])).rejects.toThrow(`DATABASE_URL is not set, and ${folder} has no`)
  expect(await readdir(folder)).toEqual([])
})
