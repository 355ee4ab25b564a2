/** The only source of time, so that tests and `/dev/clock` can move it. */
export interface Clock {
  now(): Temporal.Instant
  /** Since 1970. Cheaper than an instant, which costs several microseconds. */
  nowMs(): number
}

/** Whole microseconds, as PostgreSQL stores them: it would round a finer instant up, into the future. */
export const systemClock: Clock = {
  now: () => {
    const { epochNanoseconds } = Temporal.Now.instant()
    return Temporal.Instant.fromEpochNanoseconds(epochNanoseconds - (epochNanoseconds % 1_000n))
  },
  // oxlint-disable-next-line no-restricted-globals -- this is the clock
  nowMs: () => Date.now(),
}

/** That stands still. */
export const clockAt = (at: Temporal.Instant): Clock => ({ now: () => at, nowMs: () => at.epochMilliseconds })

export interface TestClock extends Clock {
  /** ISO 8601 with hours or smaller units: `PT48H`. */
  advance(duration: string): void
  set(instant: Temporal.Instant): void
}

export function createTestClock(start = '2026-11-21T04:00:00Z'): TestClock {
  let at = Temporal.Instant.from(start)
  return {
    now: () => at,
    nowMs: () => at.epochMilliseconds,
    advance: (duration) => {
      at = at.add(duration)
    },
    set: (instant) => {
      at = instant
    },
  }
}

/** The system clock plus an offset that can only grow (HARBOUR_TEST only). */
export interface ShiftedClock extends Clock {
  setOffset(milliseconds: number): void
  offset(): number
}

export function createShiftedClock(base: Clock = systemClock): ShiftedClock {
  let offsetMs = 0
  return {
    now: () => base.now().add({ milliseconds: offsetMs }),
    nowMs: () => base.nowMs() + offsetMs,
    setOffset: (milliseconds) => {
      offsetMs = milliseconds
    },
    offset: () => offsetMs,
  }
}
