import { readdirSync, readFileSync } from 'node:fs'
import { pause as wait } from '../support/random-moment.ts'
import { Pool } from 'pg'
import { createActivity, liveOn, registerMembers } from './members.ts'
import { type ChaosService, startService } from './service.ts'

const MEMBERS = 8
/** Caches and pools fill first. */
const FILLING_SHARE = 0.3
const GROWTH_MAX = 0.05
/** Below these a growth says nothing. */
const LEAST = { 'resident MB': 20, handles: 10, connections: 3 } as const

interface Sample {
  readonly 'resident MB': number
  readonly handles: number
  readonly connections: number
  readonly 'database MB': number
}

/** Samples a service under load; what grows once it is filled is a leak. */
export async function runSoak({ minutes, seed }: { minutes: number; seed: number }): Promise<number> {
  const service = await startService()
  const pool = new Pool({ connectionString: await service.databaseUrl(), max: 1 })
  const stop = new AbortController()
  const samples: Record<string, Sample[]> = { 'harbour web': [], 'harbour worker': [] }
  try {
    const members = await registerMembers(service, MEMBERS)
    const activity = createActivity()
    const lives = liveOn({ service, members, seed, signal: stop.signal, mayAct: () => true }, activity)
    const end = performance.now() + minutes * 60_000
    while (performance.now() < end) {
      await wait(Math.min(10_000, minutes * 1_000))
      for (const role of Object.keys(samples)) samples[role]!.push(await sample(service, role, pool))
    }
    stop.abort()
    await lives
    console.log(
      Object.entries(activity.done)
        .map(([name, { ok, failed }]) => `${name} ${ok}/${ok + failed}`)
        .join(', '),
    )
  } finally {
    await pool.end()
    await service.stop(false)
  }
  return Object.entries(samples).flatMap(([role, all]) => grown(role, all)).length === 0 ? 0 : 1
}

async function sample(service: ChaosService, role: string, pool: Pool): Promise<Sample> {
  const pid = service.roleOf(role)!
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const { rows } = await pool.query<{ connections: number; bytes: string }>(
    `select count(*)::int as connections, pg_database_size(current_database()) as bytes from pg_stat_activity where datname = current_database()`,
  )
  return {
    'resident MB': Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    connections: rows[0]!.connections,
    'database MB': Number(rows[0]!.bytes) / 1_048_576,
  }
}

/** Compares the medians of the first and the last third of the filled samples. */
function grown(role: string, all: readonly Sample[]): string[] {
  const filled = all.slice(Math.floor(all.length * FILLING_SHARE))
  const third = Math.max(1, Math.floor(filled.length / 3))
  const broken: string[] = []
  for (const what of ['resident MB', 'handles', 'connections', 'database MB'] as const) {
    const middle = (list: readonly Sample[]) =>
      list.map((one) => one[what]).toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
    const [first, last] = [middle(filled.slice(0, third)), middle(filled.slice(-third))]
    console.log(
      `${role}, ${what}: ${first.toFixed(1)} → ${last.toFixed(1)} (${(((last - first) / first) * 100).toFixed(1)} %)`,
    )
    if (what === 'database MB') continue
    if (last > first * (1 + GROWTH_MAX) && last - first > LEAST[what]) broken.push(`${role} ${what}`)
  }
  for (const line of broken) console.log(`GROWN ${line}`)
  return broken
}
