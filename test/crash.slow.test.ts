import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findRunning } from '#server/adapters/postgres/cluster.ts'
import { openDb } from '#server/kit/db.ts'
import { isFull } from './support/full.ts'
import { freePort } from './support/free-port.ts'
import { launch, type LaunchedCommand } from './support/launch.ts'
import { FAST, makeClip, testImage, tone } from './support/media.ts'
import { type FolderProcess, nobodyLeft, processesOf, until } from './support/processes.ts'
import { randomMoment } from './support/random-moment.ts'
import { seededRandom } from './support/seeded-random.ts'
import { startWatching, rowOf } from './support/watching.ts'

/** The seed of the kill times. */
const SEED = Number(process.env.CRASH_SEED ?? 20261121)
const random = seededRandom(SEED)
const READY = /^Harbour is ready/
/** The program itself: the shell and the confinement that start it name it too. */
const ENCODES = /^\S*ffmpeg .*libx264.*v\d+/

let base: string
/** Data folders: of an ingested film, and of the demo. */
let [film, demo] = ['', '']
let port: number
let origin: string
const launched: LaunchedCommand[] = []

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'harbour-crash-'))
  // The account of PostgreSQL has to traverse it.
  await chmod(base, 0o711)
  film = join(base, 'film')
  demo = join(base, 'demo')
  port = await freePort()
  origin = `http://127.0.0.1:${port}`
})

/** A failed test leaves no processes behind. */
afterEach(async () => {
  for (const { process: child } of launched) child.kill('SIGKILL')
  for (const folder of [film, demo]) {
    for (const { pid } of processesOf(folder)) kill(pid)
  }
})

afterAll(async () => {
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
})

/** Sends SIGKILL; ignores processes that have already exited. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already exited.
  }
}

const randomDelay = (maxDelay: number) => randomMoment(random, maxDelay)

type RunOptions = { on: string; env?: Record<string, string>; byStarter?: boolean }

/** Runs a command on a data folder. */
function run(args: string[], { on, env, byStarter = false }: RunOptions): LaunchedCommand {
  const own = { PORT: String(port), HARBOUR_DEMO: on === demo ? '1' : '0', ...env }
  const command = launch(args, { dataDir: on, env: own, byStarter })
  launched.push(command)
  return command
}

async function start(options: RunOptions, args: string[] = []): Promise<LaunchedCommand> {
  const harbour = run(['start', ...args], options)
  await harbour.waitForLine(READY)
  return harbour
}

/** Sends SIGKILL to the process with this title. */
async function killRole(on: string, title: string): Promise<void> {
  const { pid } = await until(() => processesOf(on).find(({ command }) => command === title), {
    what: title,
  })
  process.kill(pid, 'SIGKILL')
}

/** Waits for the encoder of the renditions; `not` excludes the previous process. */
const encoder = (not?: FolderProcess): Promise<FolderProcess> =>
  until(() => processesOf(film).find(({ pid, command }) => ENCODES.test(command) && pid !== not?.pid), {
    what: 'an encoder at work',
    seconds: 120,
  })

/** Queries the running database of a data folder. */
async function rows(on: string, text: string): Promise<Record<string, unknown>[]> {
  const { pool, close } = openDb({ url: (await findRunning(on))!, max: 1 })
  try {
    return (await pool.query<Record<string, unknown>>(text)).rows
  } finally {
    await close()
  }
}

// A long timeout, for busy machines.
describe.runIf(process.platform === 'linux')(`killed at random times, seed ${SEED}`, { timeout: 600_000 }, () => {
  test('an ingest survives killing the command, worker, web and supervisor, and publishes only complete titles', async () => {
    const source = await makeClip(join(base, 'film.mp4'), ...testImage('960x540', 12), ...tone(12), ...FAST)
    const first = await start({ on: film })

    const command = run(['ingest', source, '--title-zh', '夜航', '--title-en', 'Night passage'], { on: film })
    let at = await encoder()
    await randomDelay(300)
    command.process.kill('SIGKILL')
    await command.exitCode
    expect(command.lines.filter((line) => /^\w{20}$/.test(line))).toEqual([])
    expect(await rowOf(origin, 'new')).toEqual([])

    // Each new worker continues the job of the previous process.
    await killRole(film, 'harbour worker')
    for (let times = 0; times < (isFull ? 2 : 1); times += 1) {
      const orphan = at
      at = await encoder(orphan)
      expect(processesOf(film).some(({ pid }) => pid === orphan.pid)).toBe(false)
      await randomDelay(400)
      await killRole(film, 'harbour worker')
    }

    await killRole(film, 'harbour web')
    await until(
      () =>
        rowOf(origin, 'new').then(
          () => true,
          () => false,
        ),
      { what: 'the web role' },
    )
    expect(await rowOf(origin, 'new')).toEqual([])

    at = await encoder(at)
    await randomDelay(400)
    first.process.kill('SIGKILL')
    await until(() => processesOf(film).every(({ command }) => command.includes('postgres')), {
      what: 'the end of the roles without their supervisor',
      seconds: 30,
    })

    const second = await start({ on: film, byStarter: true })
    expect(second.lines.join('\n')).toContain('Reusing the PostgreSQL')
    expect(await rowOf(origin, 'new')).toEqual([])
    await encoder(at)
    second.process.kill('SIGKILL')
    await nobodyLeft(film)

    const third = await start({ on: film })
    const [card] = await until(
      async () => {
        const cards = await rowOf(origin, 'new')
        return cards.length > 0 && cards
      },
      { what: 'the film', seconds: 240 },
    )
    expect(card).toMatchObject({ title: '夜航', preparing: false, duration: 12 })
    await startWatching(origin, card!)
    const assets = await rows(film, 'select state from asset')
    expect(assets).toEqual([{ state: 'ready' }])

    third.process.kill('SIGTERM')
    expect(await third.exitCode).toBe(0)
    expect(processesOf(film)).toEqual([])
  })

  test('interrupted seeding completes on the next start and is idempotent', async () => {
    const onlyWeb = ['--roles', 'web']
    const kills = [
      { line: /^Creating the database/, maxDelay: 900, signal: 'SIGKILL' },
      { line: /^Demo catalogue/, maxDelay: 1500, signal: 'SIGKILL' },
      { line: /^Demo catalogue|^Harbour is ready/, maxDelay: 700, signal: 'SIGTERM' },
      { line: /^Demo catalogue: \d+ (titles on|films)|^Harbour is ready/, maxDelay: 400, signal: 'SIGKILL' },
    ] as const
    for (const { line, maxDelay, signal } of isFull ? kills : kills.slice(0, 2)) {
      const interrupted = run(['start', ...onlyWeb], { on: demo })
      await interrupted.waitForLine(line)
      await randomDelay(maxDelay)
      interrupted.process.kill(signal)
      expect({ code: await interrupted.exitCode, said: interrupted.lines }).toMatchObject({
        code: signal === 'SIGTERM' ? 0 : null,
      })
      if (signal === 'SIGTERM') expect(processesOf(demo)).toEqual([])
    }

    const complete = await start({ on: demo }, onlyWeb)
    const cards = await rowOf(origin, 'new')
    expect(cards.length).toBeGreaterThan(10)
    for (const card of cards.filter((one) => !one.preparing)) await startWatching(origin, card)
    const seeded = await snapshot(demo)
    expect(seeded.title.length).toBe(60)
    expect(await rows(demo, DUPLICATE_JOBS)).toEqual([])
    complete.process.kill('SIGTERM')
    expect(await complete.exitCode).toBe(0)
    expect(processesOf(demo)).toEqual([])

    const again = await start({ on: demo }, onlyWeb)
    expect(again.lines.join('\n')).not.toContain('Demo catalogue')
    expect(await snapshot(demo)).toEqual(seeded)
    again.process.kill('SIGINT')
    expect(await again.exitCode).toBe(0)
    expect(processesOf(demo)).toEqual([])
  })

  test('roles survive terminated database connections', async () => {
    const harbour = await start({ on: film })
    const roles = () =>
      processesOf(film)
        .filter(({ command }) => /^harbour (web|worker)$/.test(command))
        .map(({ pid }) => pid)
    const before = roles().toSorted()
    expect(before).toHaveLength(2)
    for (let times = 0; times < 20; times += 1) {
      const requests = Array.from({ length: 20 }, (_, n) =>
        fetch(`${origin}/api_v2/detail?programId=nobody-${times}-${n}`),
      )
      await randomDelay(30)
      await rows(film, TERMINATE_CONNECTIONS)
      for (const response of await Promise.all(requests)) expect([200, 500, 503]).toContain(response.status)
    }
    await until(
      () =>
        rowOf(origin, 'new').then(
          () => true,
          () => false,
        ),
      { what: 'an answer' },
    )
    expect(roles().toSorted()).toEqual(before)
    expect(harbour.lines.join('\n')).not.toMatch(/stopped unexpectedly/)
    harbour.process.kill('SIGTERM')
    expect(await harbour.exitCode).toBe(0)
  })

  test('a start is refused on a data folder or a port in use', async () => {
    const starts = [run(['start'], { on: film }), run(['start'], { on: film, env: { PORT: '0' } })]
    const [refused, winner] = await Promise.race([
      starts[0]!.exitCode.then(() => starts),
      starts[1]!.exitCode.then(() => starts.toReversed()),
    ])
    expect(await refused!.exitCode).toBe(1)
    expect(refused!.lines).toEqual([
      expect.stringMatching(/^npm start \(process \d+\) already uses the data folder .*DATA_DIR/),
    ])
    const ready = await winner!.waitForLine(READY)

    const taken = /:(\d+)$/.exec(ready)![1]!
    const portConflict = run(['start'], { on: demo, env: { PORT: taken } })
    expect(await portConflict.exitCode).toBe(1)
    expect(portConflict.lines).toEqual([
      `The address 127.0.0.1:${taken} is in use by another program. Stop that program, or set PORT to another port.`,
    ])
    expect(processesOf(demo)).toEqual([])

    expect((await fetch(`http://127.0.0.1:${taken}/readyz`)).status).toBe(200)
    winner!.process.kill('SIGTERM')
    expect(await winner!.exitCode).toBe(0)
    expect(processesOf(film)).toEqual([])
  })
})

const TERMINATE_CONNECTIONS = `
  select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and datname = current_database() and pid <> pg_backend_pid()`
const SEEDED_TABLES = ['title', 'licence', 'category', 'banner'] as const
const DUPLICATE_JOBS = `
  select request->'title'->>'programGuid' as guid, request->'sources'->0->>'role' as role, count(*)
  from ingest_job group by 1, 2 having count(*) > 1`

/** Every row of the seeded tables. */
async function snapshot(on: string): Promise<Record<(typeof SEEDED_TABLES)[number], unknown[]>> {
  const read = (table: string) => rows(on, `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`)
  const [title, licence, category, banner] = await Promise.all(SEEDED_TABLES.map(read))
  return { title: title!, licence: licence!, category: category!, banner: banner! }
}
