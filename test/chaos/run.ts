import { pause as wait } from '../support/random-moment.ts'
import { Pool } from 'pg'
import { until } from '../support/processes.ts'
import { seededRandom } from '../support/seeded-random.ts'
import type { Acknowledged } from './actions.ts'
import { addFilms, backUp, checkBackup, run } from './commands.ts'
import { type Faults, strike } from './faults.ts'
import { checkInvariants } from './invariants.ts'
import { createActivity, liveOn, registerMembers } from './members.ts'
import { operate } from './operators.ts'
import { type ChaosService, startService } from './service.ts'
import { openOthers, OWN } from './surroundings.ts'

export interface SeedOptions {
  readonly seed: number
  readonly minutes: number
  readonly keep: boolean
  /** The database and the store are of other machines, whose network can be lost. By the seed by default: the odd ones. */
  readonly isApart?: boolean | undefined
}

const MEMBERS = 8
/** Faults that follow each other at most before the service works again: members get on between them, however slow the machine is. */
const BURST = 12
/** A role that was killed often waits half a minute before it starts. */
const WORKING_MS = 60_000
/** Of some films of four seconds, on a busy machine. */
const INGEST_SECONDS = 240
const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(1)
const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

/** One service and its faults, by one seed. */
export async function runSeed({
  seed,
  minutes,
  keep,
  isApart = seed % 2 === 1,
}: SeedOptions): Promise<{ kills: Record<string, number>; violations: string[] }> {
  const random = seededRandom(seed)
  const service = await startService(isApart ? await openOthers() : OWN)
  const faults: Faults = { kills: {}, losses: {}, steps: 0 }
  const violations: string[] = []
  const stop = new AbortController()
  let all: Promise<unknown> = Promise.resolve()
  try {
    const members = await registerMembers(service, MEMBERS)
    say(`seed ${seed}: ${members.length} members, ${service.dataDir}`)
    const state = { isSteady: true }
    const activity = createActivity()
    const mayAct = () => state.isSteady && service.supervisorPid() !== undefined
    const lives = { service, members, seed, signal: stop.signal, mayAct }
    const backups = backUp(lives, activity)
    all = Promise.all([liveOn(lives, activity), operate(lives, activity), addFilms(lives, activity), backups])
    all.catch(() => undefined)
    const end = performance.now() + minutes * 60_000
    while (performance.now() < end) {
      for (let n = Math.floor(random() * BURST); n >= 0 && service.supervisorPid() !== undefined; n--) {
        await wait(random() * 1_500)
        const beganAt = performance.now()
        say(`${await strike(service, random, faults)}, ${seconds(beganAt)} s`)
      }
      state.isSteady = false
      const lostAt = performance.now()
      await service.restart()
      state.isSteady = true
      await isWorking(service)
      say(`works again after ${seconds(lostAt)} s`)
      await wait(500 + random() * 3_000)
    }
    stop.abort()
    await all
    const backup = await backups
    violations.push(...activity.faults.map((fault) => `a fault: ${fault}`))
    await settle(service)
    violations.push(...(await checkBooks(service, activity.acknowledged)))
    if (backup !== undefined) violations.push(...(await checkBackup(service, backup)))
    say(`seed ${seed}: ${sayCounts(activity.done)}; ${activity.acknowledged.length} acknowledged`)
    // What never succeeds tries nothing.
    for (const [name, { ok, lastError }] of Object.entries(activity.done))
      if (ok === 0 && lastError !== undefined) say(`${name} never succeeded: ${lastError}`)
  } catch (error) {
    violations.push(`the run ended: ${String(error)}`)
  }
  // Nobody uses a service that is stopped.
  stop.abort()
  await all.catch(() => undefined)
  for (const violation of violations) say(`VIOLATION seed ${seed}: ${violation}`)
  await service.stop(keep || violations.length > 0)
  const kills = Object.values(faults.kills).reduce((sum, count) => sum + count, 0)
  say(
    `seed ${seed}: ${kills} kills (${sayAll(faults.kills)}), lost: ${sayAll(faults.losses)}, ${faults.steps} steps of the clock, ${violations.length} violations`,
  )
  return { kills: faults.kills, violations }
}

/** Waits for the service, but not for ever: what is wrong for longer is found in the end. */
async function isWorking(service: ChaosService): Promise<void> {
  const end = performance.now() + WORKING_MS
  while (performance.now() < end && !(await service.isUp())) {
    // It ends by itself after its database was killed.
    await service.restart()
    await wait(250)
  }
}

const sayCounts = (done: Record<string, { ok: number; failed: number }>): string =>
  Object.entries(done)
    .map(([name, { ok, failed }]) => `${name} ${ok}/${ok + failed}`)
    .join(', ')

const sayAll = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none'

/** Everything runs again, and what the providers know is asked for. */
async function settle(service: ChaosService): Promise<void> {
  await until(async () => (await service.restart(), service.isUp()), {
    what: 'the service',
    seconds: 120,
    everyMs: 500,
  })
  await until(() => service.roleOf('harbour worker') !== undefined, { what: 'the worker', seconds: 60 })
  // Delays of the payer's pages, then every deadline of an open order, and the queries after it.
  for (const hours of [0.25, 1, 25, 25]) {
    await until(
      () =>
        service.advance(hours).then(
          () => true,
          () => false,
        ),
      { what: 'a step of the clock', seconds: 300, everyMs: 1_000 },
    )
    await wait(2_000)
  }
  say(await isIngested(service))
  await run(service, ['payments', 'reconcile', '--reason', 'chaos'])
  await until(
    () =>
      service.advance(2).then(
        () => true,
        () => false,
      ),
    { what: 'a step of the clock', seconds: 300, everyMs: 1_000 },
  )
  await wait(3_000)
}

/** Waits for films whose commands were killed: a worker carries them on. Those that it does not end are found by the invariants. */
async function isIngested(service: ChaosService): Promise<string> {
  const pool = new Pool({ connectionString: await service.databaseUrl(), max: 1 })
  try {
    const isDone = async () => {
      const { rowCount } = await pool.query(`select from ingest_job where state in ('queued', 'running')`)
      return rowCount === 0
    }
    await until(isDone, { what: 'the films', seconds: INGEST_SECONDS, everyMs: 1_000 }).catch(() => undefined)
    const { rows } = await pool.query<{ count: string; done: string; attempts: string | null }>(
      `select count(*), count(*) filter (where state = 'done') as done, max(attempts) as attempts from ingest_job`,
    )
    const { count, done, attempts } = rows[0]!
    return `films: ${done} of ${count} that were added are done, after ${attempts ?? 0} attempts at most`
  } finally {
    await pool.end()
  }
}

async function checkBooks(service: ChaosService, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const pool = new Pool({ connectionString: await service.databaseUrl(), max: 1 })
  try {
    const found = await checkInvariants(pool)
    for (const { what, at, query, values } of acknowledged) {
      const { rowCount } = await pool.query(query, [...values])
      if (rowCount === 0) found.push(`lost: ${what}, acknowledged at ${at} (${values.join(' ')})`)
    }
    const { code, lines } = await run(service, ['ledger', 'check'])
    if (code !== 0) found.push(`the ledger's own check: ${lines.join(' ')}`)
    return found
  } finally {
    await pool.end()
  }
}
