import type { Pool } from 'pg'
import type { Clock } from './clock.ts'
import type { Gauge } from './gauge.ts'
import type { Log } from './log.ts'
import { BEAT_MS, forgetNode, type NodeProcess, sayAlive } from './nodes.ts'

/** Of this process: what it lacks to answer at all, and what it answers without. */
export interface ProcessState {
  notReady(): readonly ('starting' | 'schema' | 'clock')[]
  degraded(): readonly Part[]
}

const PARTS = ['database', 'store', 'replica'] as const
type Part = (typeof PARTS)[number]

export interface Heartbeat extends ProcessState {
  /** Work that the clock makes due would be done at the wrong time. */
  isClockFarOff(): boolean
  readonly gauges: readonly Gauge[]
  stop(): Promise<void>
}

export interface HeartbeatDeps {
  readonly pool: Pool
  readonly node: NodeProcess
  /** @throws when the database excludes this program */
  readonly checkSchema: (pool: Pool) => Promise<void>
  /** Rejects while the media store does not answer. Absent where it is a folder. */
  readonly checkStore?: (() => Promise<unknown>) | undefined
  /** Undefined where there is none. */
  readonly isReplicaUsed?: () => boolean | undefined
  /** The real one, also in tests that move the service's. */
  readonly clock: Clock
  readonly log: Log
}

const ANSWER_MS = 5_000
/** While something is lost. */
const RETRY_MS = 2_000
/** Not ready; and, of a worker, no due work. */
const CLOCK_OFF_MS = 2_000
const CLOCK_FAR_OFF_MS = 5_000

interface Findings {
  database: boolean
  store: boolean
  schema: boolean
  clockMs: number
}

/**
 * Every 10 s: tells the others that this process runs, compares its clock with the database's, and looks whether schema and store still
 * suit. Resolves after the first time.
 */
export async function startHeartbeat(deps: HeartbeatDeps): Promise<Heartbeat> {
  const { pool, node, clock, log } = deps
  const found: Findings = { database: true, store: true, schema: true, clockMs: 0 }
  const running: { database?: Promise<unknown>; store?: Promise<unknown>; schema?: Promise<unknown> } = {}
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const isClockOff = () => Math.abs(found.clockMs) > CLOCK_OFF_MS

  const beat = async () => {
    const before = describe()
    await Promise.all([
      note('database', async () => {
        found.clockMs = await sayAlive(pool, node, clock)
      }),
      note('store', deps.checkStore ?? (async () => undefined)),
      checkSchema(),
    ])
    const after = describe()
    if (after !== before) log.warn({ state: after, clockErrorMs: Math.round(found.clockMs) }, 'state of this process')
  }
  const describe = () => [...notReady(), ...degraded()].join(' ') || 'ready'

  async function note(what: 'database' | 'store', check: () => Promise<unknown>): Promise<void> {
    // One that is still unanswered holds a connection, which the next would hold, too.
    const pending = (running[what] ??= check().finally(() => (running[what] = undefined)))
    found[what] = await inTime(pending).then(
      () => true,
      () => false,
    )
  }

  async function checkSchema(): Promise<void> {
    try {
      await inTime((running.schema ??= deps.checkSchema(pool).finally(() => (running.schema = undefined))))
      found.schema = true
    } catch (error) {
      // Without the database nothing is known of it.
      if ((error as Error).name === 'CommandError') found.schema = false
    }
  }

  const next = () => {
    if (isStopped) return
    timer = setTimeout(() => void beat().finally(next), found.database && found.store ? BEAT_MS : RETRY_MS)
  }

  await beat()
  next()
  const gauges = gaugesOf({ has, clockMs: () => found.clockMs })
  return { notReady, degraded, isClockFarOff: () => Math.abs(found.clockMs) > CLOCK_FAR_OFF_MS, gauges, stop }

  function notReady() {
    return [...(found.schema ? [] : (['schema'] as const)), ...(isClockOff() ? (['clock'] as const) : [])]
  }

  function degraded() {
    return PARTS.filter((part) => !has(part))
  }

  function has(part: Part): boolean {
    return part === 'replica' ? deps.isReplicaUsed?.() !== false : found[part]
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    await inTime(forgetNode(pool, node)).catch(() => undefined)
  }
}

const gaugesOf = ({ has, clockMs }: { has: (part: Part) => boolean; clockMs: () => number }): Gauge[] => [
  {
    name: 'harbour_degraded',
    help: 'What this process answers without: 1 while database or media store are lost, or a replica is not used.',
    labels: ['part'],
    read: async () => PARTS.map((part) => ({ value: has(part) ? 0 : 1, labels: { part } })),
  },
  {
    name: 'harbour_clock_error_seconds',
    help: 'How far the clock of this process is ahead of the database’s.',
    read: async () => [{ value: clockMs() / 1_000 }],
  },
]

/** @throws when it takes too long */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
