import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
/** What a build reads. */
const SOURCES = ['bin', 'content', 'src', 'package.json', 'package-lock.json', 'tsconfig.json']

test('the site is built in a folder whose path has # and ?', async () => {
  const machine = await mkdtemp(join(tmpdir(), 'harbour-path-'))
  onTestFinished(() => rm(machine, { recursive: true, force: true }))
  const [clone, temporary] = [join(machine, 'a#b?c'), join(machine, 'tmp')]
  await mkdir(temporary, { recursive: true })
  const configuration = (await readdir('.')).filter((name) => /^vite\..*\.ts$/.test(name))
  for (const name of [...SOURCES, ...configuration]) await cp(name, join(clone, name), { recursive: true })
  await symlink(resolve('node_modules'), join(clone, 'node_modules'))

  const env = { ...process.env, TMPDIR: temporary }
  await run(process.execPath, ['bin/harbour.js', 'build'], { cwd: clone, env })

  const index = await readFile(join(clone, 'dist/client/index.html'), 'utf8')
  const [, entry = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(index) ?? []
  expect(await readFile(join(clone, 'dist/client', entry), 'utf8')).toContain('import')
  expect(await readdir(join(clone, 'dist/prerender'))).toContain('prerender.js')
  expect(await readdir(join(clone, 'dist/worker'))).toContain('worker.js')
  expect((await readdir(temporary)).filter((name) => name.startsWith('harbour-build-'))).toEqual([])
})
