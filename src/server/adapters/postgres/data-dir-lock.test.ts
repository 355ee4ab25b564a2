import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDir } from './data-dir-lock.ts'

const MODULE = new URL('./data-dir-lock.ts', import.meta.url).href
let dataDir: string
let holder: ChildProcess | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'harbour-lock-'))
})

afterEach(async () => {
  holder?.kill('SIGKILL')
  holder = undefined
  await rm(dataDir, { recursive: true, force: true })
})

/** Another process that takes the lock and keeps it until it is killed. */
async function holdElsewhere(then = ''): Promise<ChildProcess> {
  const script = `const { lockDataDir } = await import('${MODULE}')
    const lock = await lockDataDir(process.argv[1]); ${then}
    console.log('held'); setInterval(() => lock, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  holder = child
  await once(child.stdout, 'data')
  return child
}

test('a second one is refused and told who holds the folder', async () => {
  const child = await holdElsewhere()
  const second = lockDataDir(dataDir, { patient: false })
  await expect(second).rejects.toMatchObject({ code: 'ALREADY_RUNNING' })
  await expect(second).rejects.toThrow(`npm start (process ${child.pid}) already uses the data folder ${dataDir}`)
})

test('the same process cannot take it twice', async () => {
  const lock = await lockDataDir(dataDir)
  await expect(lockDataDir(dataDir, { patient: false })).rejects.toMatchObject({ code: 'ALREADY_RUNNING' })
  await lock.release()
  const again = await lockDataDir(dataDir, { patient: false })
  await again.release()
})

test('kill -9 of the holder frees the folder, whatever its note still says', async () => {
  const child = await holdElsewhere()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(JSON.parse(await readFile(path.join(dataDir, 'harbour.pid'), 'utf8'))).toMatchObject({ pid: child.pid })
  const lock = await lockDataDir(dataDir, { patient: false })
  await lock.release()
})

test('a note that names a living process does not hold the folder by itself', async () => {
  await writeFile(
    path.join(dataDir, 'harbour.pid'),
    JSON.stringify({ pid: process.pid, purpose: 'x', stopping: false }),
  )
  const lock = await lockDataDir(dataDir, { patient: false })
  await lock.release()
})

test('one that is stopping is waited for', async () => {
  const child = await holdElsewhere('await lock.stopping()')
  const waiting = lockDataDir(dataDir)
  child.kill('SIGKILL')
  const lock = await waiting
  await lock.release()
})

test('a folder that cannot be made is said in one sentence', async () => {
  const file = path.join(dataDir, 'file')
  await writeFile(file, '')
  await expect(lockDataDir(path.join(file, 'data'))).rejects.toMatchObject({ code: 'UNWRITABLE' })
})
