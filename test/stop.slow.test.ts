import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startHarbour, TEST_ENV } from './support/harbour.ts'
import { nobodyLeft, processesOf } from './support/processes.ts'

let base: string
let dataDir: string
let npm: ChildProcess | undefined

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'harbour-stop-'))
  // The account of PostgreSQL has to traverse it.
  await chmod(base, 0o711)
  dataDir = join(base, 'data')
})

afterEach(async () => {
  npm?.kill('SIGKILL')
  for (const { pid } of processesOf(dataDir)) process.kill(pid, 'SIGKILL')
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
})

/** Runs the last step of `npm start` as npm does: npm, the shell of its script, the starter, the service. */
async function npmStart(): Promise<ChildProcess> {
  const starter = `import { handOver } from ${JSON.stringify(resolve('bin/handover.js'))}
process.exitCode = await handOver(process.execPath, [${JSON.stringify(resolve('src/server/main.ts'))}, 'start'], process.env)`
  await writeFile(join(base, 'starter.mjs'), starter)
  const scripts = { start: `"${process.execPath}" starter.mjs start` }
  await writeFile(join(base, 'package.json'), JSON.stringify({ name: 'start', version: '1.0.0', scripts }))
  const { NODE_ENV: _, ...inherited } = process.env
  const env = { ...inherited, ...TEST_ENV, DATA_DIR: dataDir, HARBOUR_DEMO: '0', npm_config_update_notifier: 'false' }
  const child = spawn('npm', ['start'], { cwd: base, env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('Harbour is ready')) return child
  }
  throw new Error('npm start ended before the service was ready')
}

// A terminal sends Ctrl-C to the whole group; SIGTERM goes to npm alone.
test('SIGTERM to npm start ends the whole service', async () => {
  npm = await npmStart()
  expect(processesOf(dataDir)).not.toEqual([])
  npm.kill('SIGTERM')
  await nobodyLeft(dataDir)
})

test('a node that drains is served from until its time is over, while it says that it is closing', async () => {
  const harbour = await startHarbour({ env: { HARBOUR_DEMO: '0', DRAIN_SECONDS: '8' } })
  const status = (path: string) => fetch(harbour.url + path).then((response) => response.status)
  expect(await status('/readyz')).toBe(200)
  const stopped = harbour.stop()
  await expect.poll(() => status('/readyz'), { timeout: 20_000, interval: 20 }).toBe(503)
  expect(await status('/site.webmanifest')).toBe(200)
  expect(await stopped).toBe(0)
  await expect(status('/readyz')).rejects.toThrow('fetch failed')
})
