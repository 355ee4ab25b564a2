import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findRunning } from '#server/adapters/postgres/cluster.ts'
import { openDb } from '#server/kit/db.ts'
import { freePort, launch, type Launched } from './support/launch.ts'
import { FAST, makeClip, testImage, tone } from './support/media.ts'
import { type FolderProcess, nobodyLeft, processesOf, until } from './support/processes.ts'
import { randomMoment } from './support/random-moment.ts'
import { seededRandom } from './support/seeded-random.ts'
import { startWatching, rowOf } from './support/watching.ts'

/** The moments of the kills: another seed, other moments. */
const SEED = Number(process.env.CRASH_SEED ?? 20261121)
const random = seededRandom(SEED)
const READY = /^Harbour is ready/
const ENCODES = /ffmpeg .*libx264.*v\d+/

let base: string
/** Of an operator who brings in a film, and of the demo. */
let [film, demo] = ['', '']
let port: number
let origin: string
const launched: Launched[] = []

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'harbour-crash-'))
  // PostgreSQL's own account passes through it.
  await chmod(base, 0o711)
  film = join(base, 'film')
  demo = join(base, 'demo')
  port = await freePort()
  origin = `http://127.0.0.1:${port}`
})

/** A test that failed halfway leaves nothing to the next. */
afterEach(async () => {
  for (const { process: child } of launched) child.kill('SIGKILL')
  for (const folder of [film, demo]) {
    for (const { pid } of await processesOf(folder)) end(pid)
  }
})

afterAll(async () => {
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
})

/** kill -9; it may have ended since it was seen. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone, as it should be.
  }
}

const someTime = (most: number) => randomMoment(random, most)

type Wish = { on: string; env?: Record<string, string>; byStarter?: boolean }

/** Runs a command of Harbour's on a folder; without the demo on the operator's. */
function run(args: string[], { on, env, byStarter = false }: Wish): Launched {
  const own = { PORT: String(port), HARBOUR_DEMO: on === demo ? '1' : '0', ...env }
  const command = launch(args, { dataDir: on, env: own, byStarter })
  launched.push(command)
  return command
}

async function start(wish: Wish, args: string[] = []): Promise<Launched> {
  const harbour = run(['start', ...args], wish)
  await harbour.said(READY)
  return harbour
}

/** kill -9 of a process of ours that is found by its title. */
async function killRole(on: string, title: string): Promise<void> {
  const { pid } = await until(async () => (await processesOf(on)).find(({ command }) => command === title), {
    what: title,
  })
  process.kill(pid, 'SIGKILL')
}

/** The encoder that makes the rungs; `not` is the one before. */
const encoder = (not?: FolderProcess): Promise<FolderProcess> =>
  until(async () => (await processesOf(film)).find(({ pid, command }) => ENCODES.test(command) && pid !== not?.pid), {
    what: 'an encoder at work',
    seconds: 120,
  })

const isGone =
  ({ pid }: FolderProcess) =>
  async () =>
    !(await processesOf(film)).some((one) => one.pid === pid)

/** What a database says, whoever runs it. */
async function rows(on: string, text: string): Promise<Record<string, unknown>[]> {
  const { pool, close } = openDb({ url: (await findRunning(on))!, max: 1 })
  try {
    return (await pool.query<Record<string, unknown>>(text)).rows
  } finally {
    await close()
  }
}

// Patient, for machines that do other things too.
describe.runIf(process.platform === 'linux')(`killed at moments of seed ${SEED}`, { timeout: 600_000 }, () => {
  test('a film that is brought in survives the death of command, worker, web and supervisor, and shows only whole', async () => {
    const source = await makeClip(join(base, 'film.mp4'), ...testImage('960x540', 12), ...tone(12), ...FAST)
    const first = await start({ on: film })

    const command = run(['ingest', source, '--title-zh', '夜航', '--title-en', 'Night passage'], { on: film })
    let at = await encoder()
    await someTime(300)
    command.process.kill('SIGKILL')
    await command.ended
    expect(command.lines.filter((line) => /^\w{20}$/.test(line))).toEqual([])
    expect(await rowOf(origin, 'new')).toEqual([])

    // The next worker goes on with what the command left, and the one after with what that one left.
    await killRole(film, 'harbour worker')
    for (let times = 0; times < 2; times += 1) {
      const orphan = at
      at = await encoder(orphan)
      expect(await isGone(orphan)()).toBe(true)
      await someTime(400)
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
    await someTime(400)
    first.process.kill('SIGKILL')
    await until(async () => (await processesOf(film)).every(({ command }) => command.includes('postgres')), {
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
    expect(await third.ended).toBe(0)
    expect(await processesOf(film)).toEqual([])
  })

  test('seeding that is killed again and again ends as if it had not been, and seeding twice changes nothing', async () => {
    const onlyWeb = ['--roles', 'web']
    const moments = [
      { line: /^Creating the database/, most: 900, signal: 'SIGKILL' },
      { line: /^Demo catalogue/, most: 1500, signal: 'SIGKILL' },
      { line: /^Demo catalogue|^Harbour is ready/, most: 700, signal: 'SIGTERM' },
      { line: /^Demo catalogue: \d+ (titles on|films)|^Harbour is ready/, most: 400, signal: 'SIGKILL' },
    ] as const
    for (const { line, most, signal } of moments) {
      const cut = run(['start', ...onlyWeb], { on: demo })
      await cut.said(line)
      await someTime(most)
      cut.process.kill(signal)
      expect({ code: await cut.ended, said: cut.lines }).toMatchObject({ code: signal === 'SIGTERM' ? 0 : null })
      if (signal === 'SIGTERM') expect(await processesOf(demo)).toEqual([])
    }

    const whole = await start({ on: demo }, onlyWeb)
    const cards = await rowOf(origin, 'new')
    expect(cards.length).toBeGreaterThan(10)
    for (const card of cards.filter((one) => !one.preparing)) await startWatching(origin, card)
    const planted = await snapshot(demo)
    expect(planted.title.length).toBe(60)
    expect(await rows(demo, JOBS_ASKED_TWICE)).toEqual([])
    whole.process.kill('SIGTERM')
    expect(await whole.ended).toBe(0)
    expect(await processesOf(demo)).toEqual([])

    const again = await start({ on: demo }, onlyWeb)
    expect(again.lines.join('\n')).not.toContain('Demo catalogue')
    expect(await snapshot(demo)).toEqual(planted)
    again.process.kill('SIGINT')
    expect(await again.ended).toBe(0)
    expect(await processesOf(demo)).toEqual([])
  })

  test('no role ends when the database drops every connection, whatever is under way, and all of them go on', async () => {
    const harbour = await start({ on: film })
    const roles = async () =>
      (await processesOf(film)).filter(({ command }) => /^harbour (web|worker)$/.test(command)).map(({ pid }) => pid)
    const before = (await roles()).toSorted()
    expect(before).toHaveLength(2)
    for (let times = 0; times < 20; times += 1) {
      const asked = Array.from({ length: 20 }, (_, n) =>
        fetch(`${origin}/api_v2/detail?programId=nobody-${times}-${n}`),
      )
      await someTime(30)
      await rows(film, CUT_ALL)
      for (const answer of await Promise.all(asked)) expect([200, 500, 503]).toContain(answer.status)
    }
    await until(
      () =>
        rowOf(origin, 'new').then(
          () => true,
          () => false,
        ),
      { what: 'an answer' },
    )
    expect((await roles()).toSorted()).toEqual(before)
    expect(harbour.lines.join('\n')).not.toMatch(/stopped unexpectedly/)
    harbour.process.kill('SIGTERM')
    expect(await harbour.ended).toBe(0)
  })

  test('of two starts on one data folder the second says so and ends; so does one on a port that is in use', async () => {
    const starts = [run(['start'], { on: film }), run(['start'], { on: film, env: { PORT: '0' } })]
    const [loser, winner] = await Promise.race([
      starts[0]!.ended.then(() => starts),
      starts[1]!.ended.then(() => starts.toReversed()),
    ])
    expect(await loser!.ended).toBe(1)
    expect(loser!.lines).toEqual([
      expect.stringMatching(/^npm start \(process \d+\) already uses the data folder .*DATA_DIR/),
    ])
    const ready = await winner!.said(READY)

    const taken = /:(\d+)$/.exec(ready)![1]!
    const late = run(['start'], { on: demo, env: { PORT: taken } })
    expect(await late.ended).toBe(1)
    expect(late.lines).toEqual([
      `The address 127.0.0.1:${taken} is in use by another program. Stop that program, or set PORT to another port.`,
    ])
    expect(await processesOf(demo)).toEqual([])

    expect((await fetch(`http://127.0.0.1:${taken}/readyz`)).status).toBe(200)
    winner!.process.kill('SIGTERM')
    expect(await winner!.ended).toBe(0)
    expect(await processesOf(film)).toEqual([])
  })
})

const CUT_ALL = `
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
const SEEDED = ['title', 'licence', 'category', 'banner'] as const
const JOBS_ASKED_TWICE = `
  select request->'title'->>'programGuid' as guid, request->'sources'->0->>'role' as role, count(*)
  from ingest_job group by 1, 2 having count(*) > 1`

/** Every row of the tables that the demo is planted in. */
async function snapshot(on: string): Promise<Record<(typeof SEEDED)[number], unknown[]>> {
  const read = (table: string) => rows(on, `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`)
  const [title, licence, category, banner] = await Promise.all(SEEDED.map(read))
  return { title: title!, licence: licence!, category: category!, banner: banner! }
}
