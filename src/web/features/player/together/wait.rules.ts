import type { Person } from '#contract/watching-together.ts'

/** The host's player waits this long for somebody, then goes on. Ours. */
export const WAIT_SECONDS = 15
/** Short gaps are made up for by the player that has them. */
export const STALL_MS = 2000

/**
 * Who keeps the others from playing on: a guest whose player was playing and is no longer heard of, or has no data. Whoever has not come
 * in, or has left, keeps nobody.
 */
export const missingOf = (people: readonly Person[]): Person[] =>
  people.filter(
    ({ host, connected, condition }) => !host && (condition === 'buffering' || (!connected && condition !== 'waiting')),
  )

/** Since when each of them is missing. Milliseconds by the own clock. */
export type MissingSince = ReadonlyMap<string, number>

export const missingSince = (before: MissingSince, people: readonly Person[], now: number): MissingSince =>
  new Map(missingOf(people).map(({ seatId }) => [seatId, before.get(seatId) ?? now]))

/** The host's player waits. `endsAt`: when it goes on by itself; undefined while the host wants to wait on. */
export interface Waiting {
  readonly seatIds: readonly string[]
  readonly endsAt: number | undefined
}

interface WaitFacts {
  readonly since: MissingSince
  /** Seats that the host does not wait for. */
  readonly ignored: ReadonlySet<string>
  readonly waiting: Waiting | undefined
  /** The host's player plays. */
  readonly isPlaying: boolean
  readonly now: number
}

/** `wait`: pause, with who is waited for. `goOn`: play; `given`: the seats that were not worth it. */
type WaitStep =
  | { readonly do: 'nothing' }
  | { readonly do: 'wait'; readonly waiting: Waiting }
  | { readonly do: 'goOn'; readonly given: readonly string[] }

/** Whether the host's player waits for somebody. */
export function waitStep({ since, ignored, waiting, isPlaying, now }: WaitFacts): WaitStep {
  const missing = [...since].filter(([seatId]) => !ignored.has(seatId))
  if (!waiting) {
    const due = missing.filter(([, at]) => now - at >= STALL_MS).map(([seatId]) => seatId)
    if (due.length === 0 || !isPlaying) return { do: 'nothing' }
    return { do: 'wait', waiting: { seatIds: due, endsAt: now + WAIT_SECONDS * 1000 } }
  }
  const seatIds = missing.map(([seatId]) => seatId)
  if (seatIds.length === 0) return { do: 'goOn', given: [] }
  if (waiting.endsAt !== undefined && now >= waiting.endsAt) return { do: 'goOn', given: seatIds }
  const isSame = seatIds.join() === waiting.seatIds.join()
  return isSame ? { do: 'nothing' } : { do: 'wait', waiting: { ...waiting, seatIds } }
}

/** Seats that the host did not wait for are waited for again once they were back. */
export const stillIgnored = (ignored: ReadonlySet<string>, since: MissingSince): ReadonlySet<string> =>
  new Set([...ignored].filter((seatId) => since.has(seatId)))
