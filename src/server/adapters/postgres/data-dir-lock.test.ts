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

/** Takes the lock in another process, which holds it until it is killed. */
async function holdInOtherProcess(then = ''): Promise<ChildProcess> {
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

const holderPid = async (): Promise<unknown> =>
  JSON.parse(await readFile(path.join(dataDir, 'harbour.pid'), 'utf8')).pid

test('refuses a second process and names the holder', async () => {
  const child = await holdInOtherProcess()
  const second = lockDataDir(dataDir, { patient: false })
  await expect(second).rejects.toMatchObject({ code: 'ALREADY_RUNNING' })
  await expect(second).rejects.toThrow(`npm start (process ${child.pid}) already uses the data folder ${dataDir}`)
})

test('refuses a second lock in the same process', async () => {
  const lock = await lockDataDir(dataDir)
  await expect(lockDataDir(dataDir, { patient: false })).rejects.toMatchObject({ code: 'ALREADY_RUNNING' })
  await lock.release()
  const again = await lockDataDir(dataDir, { patient: false })
  await again.release()
})

test('killing the holder releases the lock, whatever harbour.pid contains', async () => {
  const child = await holdInOtherProcess()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(JSON.parse(await readFile(path.join(dataDir, 'harbour.pid'), 'utf8'))).toMatchObject({ pid: child.pid })
  const lock = await lockDataDir(dataDir, { patient: false })
  await lock.release()
})

test('harbour.pid alone does not lock the folder', async () => {
  await writeFile(path.join(dataDir, 'harbour.pid'), JSON.stringify({ pid: 1, purpose: 'x', stopping: false }))
  const lock = await lockDataDir(dataDir, { patient: false })
  expect(await holderPid()).toBe(process.pid)
  await lock.release()
})

test('waits for a holder that is stopping', async () => {
  const child = await holdInOtherProcess('await lock.stopping()')
  const waiting = lockDataDir(dataDir)
  expect(await holderPid()).toBe(child.pid)
  child.kill('SIGKILL')
  const lock = await waiting
  expect(await holderPid()).toBe(process.pid)
  await lock.release()
})

test('reports a folder that cannot be created in one sentence', async () => {
  const file = path.join(dataDir, 'file')
  await writeFile(file, '')
  await expect(lockDataDir(path.join(file, 'data'))).rejects.toMatchObject({ code: 'UNWRITABLE' })
})
