import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseAccount } from './cluster-folder.ts'
import { locateBinaries, program, reachableBinaries } from './cluster-binaries.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
let home: string

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'hc-'))
  await chmod(home, 0o755)
})

afterEach(() => rm(home, { recursive: true, force: true }))

test('the packaged programs run and report their version', async () => {
  expect(await locateBinaries()).toMatchObject({ major: '18', version: expect.stringMatching(/^18\.\d+$/) })
})

test('a regular user runs the programs in place', async () => {
  const found = await locateBinaries()
  expect(await reachableBinaries(found, undefined, home)).toBe(found.native)
  expect(await readdir(home)).toEqual([])
})

test.runIf(isRoot)('copies programs that the account cannot access, once', async () => {
  const found = await locateBinaries()
  const closed = path.join(home, 'closed')
  await mkdir(closed, { mode: 0o700 })
  await cp(found.native, path.join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
  await mkdir(path.join(home, 'postgres-program-18.1'))
  const account = await chooseAccount(path.join(home, 'postgres'))
  const reached = await reachableBinaries({ ...found, native: path.join(closed, 'native') }, account, home)
  const { stdout } = await run(program(reached, 'postgres'), ['--version'], { ...account, cwd: '/' })
  expect(stdout).toContain(found.version)
  expect((await readdir(home)).toSorted()).toEqual(['closed', `postgres-program-${found.version}`])
})
