import type { HEALTH_STATES, HealthName } from '#contract/admin/health.ts'

type Instant = Temporal.Instant

export type BadState = Exclude<(typeof HEALTH_STATES)[number], 'ok'>

/** A line of health that is not in order. */
export interface Alarm {
  readonly key: string
  readonly name: HealthName
  /** Of what belongs to one machine. */
  readonly nodeId: string | null
  readonly state: BadState
  readonly since: Instant
  /** Null: nothing was told yet. */
  readonly told: BadState | null
  /** In order again since then. */
  readonly clearedAt: Instant | null
}

interface Look {
  readonly state: (typeof HEALTH_STATES)[number]
  readonly now: Instant
  readonly isSilenced: boolean
}

/** What a look at a line leaves of its alarm (null: none), and what is told of it. */
interface Judgement {
  readonly alarm: Pick<Alarm, 'state' | 'since' | 'told' | 'clearedAt'> | null
  readonly tell?: 'alarm' | 'recovery'
}

/** Recovery is told after so long in order: a line that comes and goes meanwhile is one alarm. */
const SETTLED_MINUTES = 5

/** An alarm is told once, once more when it becomes worse, and its end once. Silence postpones: what is over by then is never told. */
export function judge(alarm: Omit<Alarm, 'key' | 'name' | 'nodeId'> | undefined, look: Look): Judgement {
  return look.state === 'ok' ? judgeOk(alarm, look) : judgeBad(alarm, { ...look, state: look.state })
}

function judgeBad(
  alarm: Judgement['alarm'] | undefined,
  { state, now, isSilenced }: Look & { state: BadState },
): Judgement {
  const told = alarm?.told ?? null
  const found = { state, since: alarm?.since ?? now, clearedAt: null }
  const isNews = told === null || (told === 'watch' && state === 'act')
  return isNews && !isSilenced ? { alarm: { ...found, told: state }, tell: 'alarm' } : { alarm: { ...found, told } }
}

function judgeOk(alarm: Judgement['alarm'] | undefined, { now, isSilenced }: Look): Judgement {
  if (!alarm || alarm.told === null) return { alarm: null }
  const clearedAt = alarm.clearedAt ?? now
  const isSettled = now.since(clearedAt).total('minutes') >= SETTLED_MINUTES
  return isSettled && !isSilenced ? { alarm: null, tell: 'recovery' } : { alarm: { ...alarm, clearedAt } }
}

/** Seconds before the second, third … attempt; then the notice is given up. */
const RETRY_SECONDS = [30, 120, 600, 3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600] as const

/** @param attempts including the one that failed */
export const retryAfterSeconds = (attempts: number): number | undefined => RETRY_SECONDS[attempts - 1]
