import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOrphan, type Limits, runLimited } from './process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'process-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const limits = (overrides: Partial<Limits> = {}): Limits => ({ seconds: 10, stallSeconds: 10, ...overrides })
const shell = (script: string, overrides: Partial<Limits> = {}) =>
  runLimited('/bin/sh', ['-c', script], limits(overrides))

test('returns stdout, stderr and the exit code', async () => {
  expect(await shell('echo out; echo err >&2; exit 3')).toEqual({
    code: 3,
    signal: null,
    stdout: 'out\n',
    stderr: 'err\n',
  })
})

test('passes arguments without shell expansion', async () => {
  const { stdout } = await runLimited('printf', ['%s|', '$HOME', '`id`', "it's", '; exit 9'], limits())
  expect(stdout).toBe("$HOME|`id`|it's|; exit 9|")
})

test('reports output line by line across chunks', async () => {
  const lines: string[] = []
  await shell('printf one; sleep 0.05; printf "\\ntwo\\n"', { onLine: (line) => lines.push(line) })
  expect(lines).toEqual(['one', 'two'])
})

test('distinguishes a missing program from a failing one', async () => {
  await expect(runLimited('no-such-encoder', [], limits())).rejects.toMatchObject({ code: 'NO_ENCODER' })
})

test('ends a run that exceeds its time limit', async () => {
  await expect(shell('exec sleep 30', { seconds: 0.2 })).rejects.toMatchObject({ code: 'TIMEOUT' })
})

test('ends a run without output, but not one that keeps writing', async () => {
  await expect(shell('exec sleep 30', { stallSeconds: 0.2 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  const chatty = await shell('for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done', { stallSeconds: 0.4 })
  expect(chatty.code).toBe(0)
})

test('ends a run when its signal aborts and does not start with an aborted signal', async () => {
  const controller = new AbortController()
  const running = shell('exec sleep 30', { signal: controller.signal })
  controller.abort()
  await expect(running).rejects.toMatchObject({ code: 'CANCELLED' })
  await expect(shell('touch begun', { cwd: folder, signal: controller.signal })).rejects.toMatchObject({
    code: 'CANCELLED',
  })
  expect(existsSync(join(folder, 'begun'))).toBe(false)
})

test('a run ended by an external signal is not an ingest error', async () => {
  await expect(shell('kill -TERM $$')).rejects.toThrow('ended by SIGTERM')
  expect(await shell('kill -SEGV $$')).toMatchObject({ code: null, signal: 'SIGSEGV' })
})

test('detects a full disk from the error output', async () => {
  await expect(shell('echo "av_interleaved_write_frame(): No space left on device" >&2; exit 1')).rejects.toMatchObject(
    { code: 'DISK_FULL' },
  )
})

test.runIf(process.platform === 'linux')('limits memory', async () => {
  const { stdout } = await shell('ulimit -v')
  expect(Number(stdout)).toBeGreaterThan(1e6)
})

test('writes the process id to the pid file while it runs', async () => {
  const pidFile = join(folder, 'pid')
  const { stdout } = await shell(`cat "${pidFile}"; echo $$`, { pidFile })
  const [pidInFile, ownPid] = stdout.trim().split('\n')
  expect(pidInFile).toBe(ownPid)
  expect(existsSync(pidFile)).toBe(false)
})

test('a background run has the lowest priority', async () => {
  expect((await shell('nice', { background: true })).stdout.trim()).toBe('19')
})

test('ends a process left by a dead worker, but not another process with the same id', async () => {
  const pidFile = join(folder, 'ffmpeg.pid')
  const ours = spawn('/bin/sh', ['-c', `sleep 30; echo ${folder}`])
  writeFileSync(pidFile, `${ours.pid}\n`)
  const ended = new Promise((resolve) => ours.once('exit', (_, signal) => resolve(signal)))
  await endOrphan(pidFile, folder)
  expect(await ended).toBe('SIGKILL')
  expect(existsSync(pidFile)).toBe(false)

  const unrelated = spawn('sleep', ['30'])
  writeFileSync(pidFile, `${unrelated.pid}\n`)
  await endOrphan(pidFile, folder)
  expect(unrelated.exitCode ?? unrelated.signalCode).toBeNull()
  // Empty until the child has become its program.
  await expect.poll(() => readFile(`/proc/${unrelated.pid}/cmdline`, 'utf8')).toContain('sleep')
  unrelated.kill()
})

test.each(['', 'not a number', '-1', '1', '999999999'])('a pid file with %j ends nothing', async (text) => {
  const pidFile = join(folder, 'odd.pid')
  writeFileSync(pidFile, text)
  await endOrphan(pidFile, folder)
  expect(existsSync(pidFile)).toBe(false)
})
