import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findRunning } from '#server/adapters/postgres/cluster.ts'
import { openDb } from '#server/kit/db.ts'
import { freePort } from './support/free-port.ts'
import { launch, type LaunchedCommand } from './support/launch.ts'
import { FAST, makeClip, testImage, tone } from './support/media.ts'
import { nobodyLeft, processesOf, until } from './support/processes.ts'
import { rowOf, startWatching } from './support/watching.ts'

const base = await mkdtemp(join(tmpdir(), 'harbour-drill-'))
await chmod(base, 0o711)
const store = join(base, 'store')
const running: LaunchedCommand[] = []

const env = (more: Record<string, string> = {}) => ({ HARBOUR_DEMO: '0', BACKUP_STORE: store, ...more })

async function run(args: string[], dataDir: string) {
  const command = launch(args, { dataDir, env: env() })
  const code = await command.exitCode
  return { code, output: command.lines.join('\n') }
}

async function start(dataDir: string) {
  const port = await freePort()
  const harbour = launch(['start'], { dataDir, env: env({ PORT: String(port) }) })
  running.push(harbour)
  await harbour.waitForLine(/^Harbour is ready/)
  return { harbour, origin: `http://127.0.0.1:${port}` }
}

const filesIn = (folder: string): Promise<string[]> =>
  readdir(folder, { recursive: true, withFileTypes: true }).then(
    (entries) => entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
    () => [],
  )

afterAll(async () => {
  for (const { process: child, exitCode } of running) {
    child.kill('SIGTERM')
    await exitCode
  }
  for (const { pid } of processesOf(base)) process.kill(pid, 'SIGKILL')
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
})

test('a service with BACKUP_STORE that is killed comes back elsewhere with its films; a drill says whether it would', async () => {
  const [source, target] = [join(base, 'source'), join(base, 'target')]
  const clip = await makeClip(join(base, 'film.mp4'), ...testImage('640x360', 4), ...tone(4), ...FAST)
  const first = await start(source)
  const titles = ['--title-zh', '山上電車', '--title-en', 'Hill tram']
  expect(await run(['ingest', clip, ...titles], source)).toMatchObject({ code: 0 })
  const [card] = await rowOf(first.origin, 'new')
  const film = await startWatching(first.origin, card!)
  const copied = async () => (await filesIn(join(store, 'bases'))).length > 0
  await until(copied, { what: 'the copy of the database', seconds: 120 })
  // The next start copies new media at once.
  first.harbour.process.kill('SIGTERM')
  expect(await first.harbour.exitCode).toBe(0)
  const second = await start(source)
  const segments = async () => (await filesIn(join(store, 'media', 'a'))).filter((name) => name.endsWith('.m4s'))
  await until(async () => (await segments()).length > 0, { what: 'the film in BACKUP_STORE', seconds: 120 })
  const media = join(source, 'media', 'a')
  const isWhole = async () =>
    (await segments()).length === (await filesIn(media)).filter((name) => name.endsWith('.m4s')).length
  await until(isWhole, { what: 'all of it', seconds: 120 })

  const drilled = await run(['restore', '--drill'], source)
  expect(drilled.output).toMatch(/^Drill: what BACKUP_STORE has can be restored\.$/m)
  expect(drilled.code).toBe(0)
  const originals = await segments()

  for (const { pid } of processesOf(source)) process.kill(pid, 'SIGKILL')
  await second.harbour.exitCode
  await nobodyLeft(source)
  expect(await run(['restore'], target)).toMatchObject({ code: 2 })
  const restored = await run(['restore', '--to', 'latest'], target)
  expect(restored.output).toMatch(/^Restored the database as of the last transaction that BACKUP_STORE has\./m)
  expect(restored.code).toBe(0)
  const copy = await start(target)
  expect((await startWatching(copy.origin, card!)).equals(film)).toBe(true)

  for (const file of originals) await writeFile(file, Buffer.alloc(4096))
  const failed = await run(['restore', '--drill'], target)
  expect(failed.output).toMatch(/^Drill failed: The asset \S+ cannot be decrypted\.$/m)
  expect(failed.code).toBe(1)
  const { pool, close } = openDb({ url: (await findRunning(target))!, max: 1 })
  const { rows } = await pool
    .query('select problem is null as ok from restore_drill order by started_at')
    .finally(close)
  expect(rows.at(-1)).toEqual({ ok: false })
  expect(await readdir(target)).not.toContain('drill')
}, 600_000)
