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

const limits = (wanted: Partial<Limits> = {}): Limits => ({ seconds: 10, stallSeconds: 10, ...wanted })
const shell = (script: string, wanted: Partial<Limits> = {}) => runLimited('/bin/sh', ['-c', script], limits(wanted))

test('output, errors and the exit code come back', async () => {
  expect(await shell('echo out; echo err >&2; exit 3')).toEqual({
    code: 3,
    endedBy: null,
    stdout: 'out\n',
    stderr: 'err\n',
  })
})

test('arguments are never read by a shell', async () => {
  const { stdout } = await runLimited('printf', ['%s|', '$HOME', '`id`', "it's", '; exit 9'], limits())
  expect(stdout).toBe("$HOME|`id`|it's|; exit 9|")
})

test('lines are told one by one, also when they come in pieces', async () => {
  const lines: string[] = []
  await shell('printf one; sleep 0.05; printf "\\ntwo\\n"', { onLine: (line) => lines.push(line) })
  expect(lines).toEqual(['one', 'two'])
})

test('a program that is not there is told apart from one that fails', async () => {
  await expect(runLimited('no-such-encoder', [], limits())).rejects.toMatchObject({ code: 'NO_ENCODER' })
})

test('a run that takes too long is ended', async () => {
  await expect(shell('exec sleep 30', { seconds: 0.2 })).rejects.toMatchObject({ code: 'TIMEOUT' })
})

test('a run that says nothing is ended, one that goes on saying something is not', async () => {
  await expect(shell('exec sleep 30', { stallSeconds: 0.2 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  const chatty = await shell('for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done', { stallSeconds: 0.4 })
  expect(chatty.code).toBe(0)
})

test('a run is ended when it is no longer wanted, and not begun when it never was', async () => {
  const wanted = new AbortController()
  const running = shell('exec sleep 30', { signal: wanted.signal })
  wanted.abort()
  await expect(running).rejects.toMatchObject({ code: 'CANCELLED' })
  await expect(shell('touch begun', { cwd: folder, signal: wanted.signal })).rejects.toMatchObject({
    code: 'CANCELLED',
  })
  expect(existsSync(join(folder, 'begun'))).toBe(false)
})

test('a run that somebody else ended is no fault of the film', async () => {
  await expect(shell('kill -TERM $$')).rejects.toThrow('ended by SIGTERM')
  expect(await shell('kill -SEGV $$')).toMatchObject({ code: null, endedBy: 'SIGSEGV' })
})

test('a full disk is known by what the program says', async () => {
  await expect(shell('echo "av_interleaved_write_frame(): No space left on device" >&2; exit 1')).rejects.toMatchObject(
    { code: 'DISK_FULL' },
  )
})

test.runIf(process.platform === 'linux')('memory has a limit', async () => {
  const { stdout } = await shell('ulimit -v')
  expect(Number(stdout)).toBeGreaterThan(1e6)
})

test('the process is noted while it runs, under its own number', async () => {
  const pidFile = join(folder, 'pid')
  const { stdout } = await shell(`cat "${pidFile}"; echo $$`, { pidFile })
  const [noted, own] = stdout.trim().split('\n')
  expect(noted).toBe(own)
  expect(existsSync(pidFile)).toBe(false)
})

test('in the background a run yields to everything', async () => {
  expect((await shell('nice', { background: true })).stdout.trim()).toBe('19')
})

test('a process that a dead worker left is ended; a stranger with its number is not', async () => {
  const pidFile = join(folder, 'ffmpeg.pid')
  const ours = spawn('/bin/sh', ['-c', `sleep 30; echo ${folder}`])
  writeFileSync(pidFile, `${ours.pid}\n`)
  const ended = new Promise((resolve) => ours.once('exit', (_, signal) => resolve(signal)))
  await endOrphan(pidFile, folder)
  expect(await ended).toBe('SIGKILL')
  expect(existsSync(pidFile)).toBe(false)

  const stranger = spawn('sleep', ['30'])
  writeFileSync(pidFile, `${stranger.pid}\n`)
  await endOrphan(pidFile, folder)
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  expect(await readFile(`/proc/${stranger.pid}/cmdline`, 'utf8')).toContain('sleep')
  stranger.kill()
})

test.each(['', 'not a number', '-1', '1', '999999999'])('a note that says %j ends nothing', async (text) => {
  const pidFile = join(folder, 'odd.pid')
  writeFileSync(pidFile, text)
  await endOrphan(pidFile, folder)
  expect(existsSync(pidFile)).toBe(false)
})
