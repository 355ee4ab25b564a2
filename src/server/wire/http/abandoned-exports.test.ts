import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminUrl } from '#contract/admin/endpoint.ts'
import { exportJournal } from '#contract/admin/finance.ts'
import { createOperatorsWorld, type OperatorsWorld } from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let folder: string
let exports: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-exports-'))
  exports = join(folder, 'tmp', 'exports')
  await mkdir(exports, { recursive: true })
  await leaveFiles()
  world = await createOperatorsWorld({ config: { DATA_DIR: folder } })
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

/** Of a process that has ended, an old one of another machine, one of before files had names of their process, and one that is being written. */
async function leaveFiles(): Promise<void> {
  const ended = spawnSync(process.execPath, ['-e', '']).pid
  const old = ['elsewhere.1.a.1.csv', '01890a5d.csv']
  for (const name of [...old, `${hostname().replaceAll(/[^\w-]/g, '-')}.${ended}.a.1.csv`, 'elsewhere.2.a.1.csv'])
    await writeFile(join(exports, name), 'x')
  for (const name of old) await utimes(join(exports, name), 0, 0)
}

test('a start deletes the exports that a killed process has left', async () => {
  expect(await readdir(exports)).toEqual(['elsewhere.2.a.1.csv'])
})

test('so does the next export, which leaves no file itself', async () => {
  await leaveFiles()
  const finance = await world.signIn(await world.anOperator('finance'))
  const answer = await world.app.inject({
    url: adminUrl(exportJournal),
    query: { query: JSON.stringify({ month: '2026-10' }), language: 'en_US' },
    headers: { 'sec-fetch-site': 'same-origin', cookie: `harbour_console=${finance.cookies.get('harbour_console')}` },
  })
  expect(answer.body).toContain('"Day","Kind","Account","Debit","Credit"')
  expect(await readdir(exports)).toEqual(['elsewhere.2.a.1.csv'])
})
