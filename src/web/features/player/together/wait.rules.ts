import type { Person } from '#contract/watching-together.ts'

/** Ours. */
export const WAIT_SECONDS = 15
/** The stalled player makes up for shorter ones. */
export const STALL_MS = 2000

/** Guests whose player was playing and is silent or has no data. Guests who have not entered, or have left, do not count. */
export const missingOf = (people: readonly Person[]): Person[] =>
  people.filter(
    ({ host, connected, condition }) => !host && (condition === 'buffering' || (!connected && condition !== 'waiting')),
  )

/** Milliseconds by the own clock. */
export type MissingSince = ReadonlyMap<string, number>

export const missingSince = (before: MissingSince, people: readonly Person[], now: number): MissingSince =>
  new Map(missingOf(people).map(({ seatId }) => [seatId, before.get(seatId) ?? now]))

/** `endsAt`: when the host goes on; undefined while the host chooses to wait. */
export interface Waiting {
  readonly seatIds: readonly string[]
  readonly endsAt: number | undefined
}

interface WaitFacts {
  readonly since: MissingSince
  /** Seats that the host does not wait for. */
  readonly ignored: ReadonlySet<string>
  readonly waiting: Waiting | undefined
  readonly isPlaying: boolean
  readonly now: number
}

/** `given`: the seats that are no longer waited for. */
type WaitStep =
  | { readonly do: 'nothing' }
  | { readonly do: 'wait'; readonly waiting: Waiting }
  | { readonly do: 'stopWaiting'; readonly given: readonly string[] }

export function waitStep({ since, ignored, waiting, isPlaying, now }: WaitFacts): WaitStep {
  const missing = [...since].filter(([seatId]) => !ignored.has(seatId))
  if (!waiting) {
    const due = missing.filter(([, at]) => now - at >= STALL_MS).map(([seatId]) => seatId)
    if (due.length === 0 || !isPlaying) return { do: 'nothing' }
    return { do: 'wait', waiting: { seatIds: due, endsAt: now + WAIT_SECONDS * 1000 } }
  }
  const seatIds = missing.map(([seatId]) => seatId)
  if (seatIds.length === 0) return { do: 'stopWaiting', given: [] }
  if (waiting.endsAt !== undefined && now >= waiting.endsAt) return { do: 'stopWaiting', given: seatIds }
  const isSame = seatIds.join() === waiting.seatIds.join()
  return isSame ? { do: 'nothing' } : { do: 'wait', waiting: { ...waiting, seatIds } }
}

/** An ignored seat that came back is waited for again. */
export const stillIgnored = (ignored: ReadonlySet<string>, since: MissingSince): ReadonlySet<string> =>
  new Set([...ignored].filter((seatId) => since.has(seatId)))
