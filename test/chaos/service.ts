import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { findRunning } from '#server/adapters/postgres/cluster.ts'
import { openPrepared } from '#server/commands/prepare.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { newTotpSecret, type Operators } from '#server/domains/operators/index.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { anAsset } from '../support/catalogue.ts'
import { freePort } from '../support/free-port.ts'
import { launch, type LaunchedCommand } from '../support/launch.ts'
import { processesOf, until } from '../support/processes.ts'
import { pause as wait } from '../support/random-moment.ts'
import { OWN, type Surroundings } from './surroundings.ts'

const READY = /^Harbour is ready/
/** A start after a kill, on a busy machine; a command that uses the folder meanwhile ends first. */
const START_MS = 300_000
const PREMIERE = 'chaos-premiere'
const RENTED = Array.from({ length: 6 }, (_, n) => `chaos-${n}`)

/** A service on a data folder of its own, as `npm start` runs it: supervisor, PostgreSQL, web, worker and sandbox. */
export type ChaosService = Awaited<ReturnType<typeof startService>>

export async function startService(surroundings: Surroundings = OWN) {
  const dataDir = await mkdtemp(join(tmpdir(), 'harbour-chaos-'))
  // The account of PostgreSQL has to traverse it.
  await chmod(dataDir, 0o711)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env: Record<string, string> = {
    PORT: String(port),
    HARBOUR_DEMO: '0',
    HARBOUR_SANDBOX: '1',
    LOG_LEVEL: 'error',
    CONSOLE_FOUR_EYES: '0',
    ...surroundings.env,
  }
  const clock = { offsetMs: 0 }
  let running: LaunchedCommand = launch(['start'], { dataDir, env })
  await running.waitForLine(READY)
  const seeded = await seed(dataDir, env, await databaseUrl())
  return {
    dataDir,
    env,
    surroundings,
    origin,
    clock,
    ...seeded,
    databaseUrl,
    supervisorPid: () => (hasEnded() ? undefined : running.process.pid),
    ended: () => running.exitCode,
    roleOf,
    isUp,
    restart,
    advance,
    lines,
    stop,
  }

  async function databaseUrl(): Promise<string> {
    const url = surroundings.databaseUrl ?? (await findRunning(dataDir, 'superuser'))
    if (url === undefined) throw new Error('no database')
    return url
  }

  /** The process with this title, or whose program it is. */
  function roleOf(title: string): number | undefined {
    const folder = title === 'postgres' ? (surroundings.databaseDir ?? dataDir) : dataDir
    return processesOf(folder).find(({ command }) =>
      title === 'postgres' ? /(?:^|\/)postgres .*-D/.test(command) : command === title,
    )?.pid
  }

  function hasEnded(): boolean {
    return running.process.exitCode !== null || running.process.signalCode !== null
  }

  async function isUp(): Promise<boolean> {
    return fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ status }) => status === 200,
      () => false,
    )
  }

  /** A supervisor that was killed is started again, with the clock of before. */
  async function restart(): Promise<boolean> {
    if (!hasEnded()) return false
    // What the service has last said: a step can be done although its answer was lost.
    const offsetMs = Number(await readFile(join(dataDir, 'clock-offset'), 'utf8').catch(() => '0'))
    clock.offsetMs = Math.max(clock.offsetMs, offsetMs)
    running = await startAgain()
    if (clock.offsetMs === 0) return true
    await until(
      () =>
        move(clock.offsetMs).then(
          () => true,
          () => false,
        ),
      { what: 'the clock of before', seconds: 120, everyMs: 1_000 },
    )
    return true
  }

  /** As a service manager does, until it stays: a command may use the folder, or the database has not come back. */
  async function startAgain(): Promise<LaunchedCommand> {
    const end = performance.now() + START_MS
    for (;;) {
      const started = launch(['start'], { dataDir, env })
      const isReady = await Promise.race([
        started.waitForLine(READY).then(
          () => true,
          () => false,
        ),
        wait(Math.max(0, end - performance.now())).then(() => undefined),
      ])
      if (isReady) return started
      if (isReady === undefined || performance.now() > end) {
        started.process.kill('SIGKILL')
        throw new Error(`not ready within ${START_MS} ms:\n${started.lines.slice(-20).join('\n')}`)
      }
      const reason = started.lines.at(-1) ?? ''
      console.log(`  not started: ${reason.slice(0, 120)}`)
      // An operator who needs the service does not wait for a film or a backup.
      const [, holder] = /^npm run (?:ingest|backup) \(process (\d+)\)/.exec(reason) ?? []
      if (holder !== undefined) kill(Number(holder), 'SIGKILL')
      await wait(1_000)
    }
  }

  async function advance(hours: number): Promise<void> {
    await move(hours * 3_600_000)
    clock.offsetMs += hours * 3_600_000
  }

  async function move(milliseconds: number): Promise<void> {
    const answer = await fetch(`${origin}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance: `PT${Math.round(milliseconds / 1000)}S` }),
      signal: AbortSignal.timeout(120_000),
    })
    if (!answer.ok) throw new Error(`the clock was not moved: ${answer.status}`)
  }

  /** What the service printed since it was last started. */
  function lines(): readonly string[] {
    return running.lines
  }

  async function stop(keep: boolean): Promise<number | null> {
    running.process.kill('SIGTERM')
    const code = await Promise.race([
      running.exitCode,
      new Promise<null>((resolve) => setTimeout(resolve, 60_000, null)),
    ])
    running.process.kill('SIGKILL')
    for (const { pid } of processesOf(dataDir)) kill(pid, 'SIGKILL')
    await until(() => processesOf(dataDir).length === 0, { what: 'the end of the service', seconds: 30 })
    await surroundings.close(keep)
    if (!keep) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    return code
  }
}

export function kill(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Titles of each kind, codes, goods and seats. */
async function seed(dataDir: string, env: Record<string, string>, databaseUrl: string) {
  const config = readConfig({ ...env, DATA_DIR: dataDir, PORT: '0' })
  const masterKey = await openPrepared(databaseUrl, config, () => undefined)
  const log = createLog({ level: 'silent', role: 'chaos' })
  const app = await createApp({ config, databaseUrl, masterKey, log, clock: systemClock, queue: idleQueue })
  const { catalogue, codes } = app.domains
  const { db, pool } = app.database
  try {
    for (const programId of [...RENTED, 'chaos-free', 'chaos-plan', PREMIERE]) {
      const vodType =
        programId === 'chaos-free'
          ? 'FREE TO WATCH'
          : programId === 'chaos-plan'
            ? 'VIP UNLIMITED WATCH'
            : 'PAY PER RENT'
      const title = {
        programId,
        programType: 'movie',
        classify: 'movie',
        title: { zh: programId, en: programId },
        restriction: 'I',
      } as const
      const credits = vodType === 'PAY PER RENT' ? { credits: 20 } : {}
      await catalogue.createTitle({ ...title, vodTypes: [vodType], releaseYear: 2025, ...credits })
      await catalogue.titleWriter.attachAsset(db, anAsset(programId, { previewKey: null, frameKeys: [] }))
      await catalogue.publish(programId)
    }
    const made: string[] = []
    for (let n = 0; n < 30; n++) {
      const grants = [{ kind: 'credits' as const, amount: 50, expiresInDays: 30 + n }]
      const batch = {
        kind: 'redeem' as const,
        name: `chaos ${n}`,
        grants,
        usesPerCode: 3,
        newUsersOnly: false,
        partner: null,
        expiresAt: null,
      }
      made.push(...(await codes.batches.make({ ...batch, count: 1, actor: 'system', reason: 'chaos' })).codes)
    }
    await pool.query(GOODS)
    await pool.query(SEATS, [PREMIERE])
    const operator = await addOperator(app.domains.operators)
    return { titles: [...RENTED, 'chaos-free', 'chaos-plan'], codes: made, operator }
  } finally {
    await app.close()
  }
}

/** One of every role that the console has. */
async function addOperator({ people, credentials }: Operators) {
  const by = { actor: 'system', reason: 'chaos' } as const
  const [email, password, secret] = ['chaos@demo.invalid', 'correct horse battery', newTotpSecret()]
  await people.createByCommand({ email, name: 'Chaos', roles: ['catalogue', 'care', 'finance'] }, by)
  const { list } = await people.list({ filter: { text: email }, sort: 'name', limit: 1 })
  await credentials.setForDemo(list[0]!.operatorId, { password, secret })
  return { email, password, secret }
}

const GOODS = `
  insert into sale (sale_id, title_zh, title_en, starts_at, ends_at, updated_at)
    values ('chaos-sale', '特賣', 'Sale', now() - interval '1 day', now() + interval '900 days', now());
  insert into goods (goods_id, sale_id, position, program_id, medium, name_zh, name_en, amount_cents, supplied, added_at, updated_at)
    values ('chaos-dvd', 'chaos-sale', 1, 'chaos-free', 'dvd', '影碟', 'Disc', 5000, 200, now(), now());
  insert into locker (locker_code, region, district_zh, district_en, address_zh, address_en, updated_at)
    values ('H852-1', 'HK', '旺角', 'Mong Kok', '彌敦道一號', '1 Nathan Road', now())`
const SEATS = `
  insert into screening_slot (slot_id, program_id, starts_at, sells_from, credits, amount_cents, tickets, seats, capacity, updated_at)
  select 'chaos-slot-' || n, $1, date_trunc('minute', now()) + make_interval(days => 20 + n * 40), now() - interval '1 day', 20, 2000, 1, 4, 40, now()
  from generate_series(0, 4) n`
