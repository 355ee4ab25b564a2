type Instant = Temporal.Instant

/** False for the instant itself. */
export const isBefore = (instant: Instant, other: Instant): boolean => Temporal.Instant.compare(instant, other) < 0

/** False for the instant itself. */
export const isAfter = (instant: Instant, other: Instant): boolean => Temporal.Instant.compare(instant, other) > 0

/** The earlier of two instants, of which the second may be missing. */
export const earlierOf = (one: Instant, other: Instant | null | undefined): Instant =>
  other && isBefore(other, one) ? other : one

/** An instant without its fraction of a second: what clients are told in whole seconds is then what holds. */
export const toWholeSeconds = (instant: Instant): Instant =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(instant.epochMilliseconds / 1000) * 1000)
