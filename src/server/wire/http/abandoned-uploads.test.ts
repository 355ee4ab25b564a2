import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestHttp } from '../../../../test/support/http.ts'

test('a start deletes the files that a killed process has left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-uploads-'))
  const uploads = join(folder, 'tmp', 'uploads')
  await mkdir(uploads, { recursive: true })
  // Of a process that has ended, of a predecessor with our process id, and old ones of whomever.
  const ended = spawnSync(process.execPath, ['-e', '']).pid
  for (const name of [`${hostname()}.${ended}.a.1`, `${hostname()}.${process.pid}.a.1`, 'elsewhere.1.a.1', 'former'])
    await writeFile(join(uploads, name), 'x')
  for (const name of ['elsewhere.1.a.1', 'former']) await utimes(join(uploads, name), 0, 0)
  const { app } = await createTestHttp(() => {}, { config: { DATA_DIR: folder } })
  await app.close()
  expect(await readdir(uploads)).toEqual([])
  await rm(folder, { recursive: true })
})
