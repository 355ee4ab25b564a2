/** The one source of time. Domains never ask the system: tests and `/dev/clock` move this. */
export interface Clock {
  now(): Temporal.Instant
}

export const systemClock: Clock = { now: () => Temporal.Now.instant() }

/** A clock that tests set and move. */
export interface TestClock extends Clock {
  /** @param duration ISO 8601, hours and smaller (`PT48H`). */
  advance(duration: string): void
  set(instant: Temporal.Instant): void
}

/** Stands still until moved. */
export function createTestClock(start = '2026-11-21T04:00:00Z'): TestClock {
  let at = Temporal.Instant.from(start)
  return {
    now: () => at,
    advance: (duration) => {
      at = at.add(duration)
    },
    set: (instant) => {
      at = instant
    },
  }
}

/** The system's time plus an offset that can be moved forward (HARBOUR_TEST only). */
export interface ShiftedClock extends Clock {
  setOffset(milliseconds: number): void
  offset(): number
}

export function createShiftedClock(base: Clock = systemClock): ShiftedClock {
  let offsetMs = 0
  return {
    now: () => base.now().add({ milliseconds: offsetMs }),
    setOffset: (milliseconds) => {
      offsetMs = milliseconds
    },
    offset: () => offsetMs,
  }
}
