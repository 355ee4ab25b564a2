type Instant = Temporal.Instant

export const isBefore = (instant: Instant, other: Instant): boolean => Temporal.Instant.compare(instant, other) < 0

export const isAfter = (instant: Instant, other: Instant): boolean => Temporal.Instant.compare(instant, other) > 0

export const earlierOf = (one: Instant, other: Instant | null | undefined): Instant =>
  other && isBefore(other, one) ? other : one

export const toWholeSeconds = (instant: Instant): Instant =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(instant.epochMilliseconds / 1000) * 1000)

export const HONG_KONG = 'Asia/Hong_Kong'

export const hongKongDay = (instant: Instant): Temporal.PlainDate => instant.toZonedDateTimeISO(HONG_KONG).toPlainDate()

export const startOfHongKongDay = (day: Temporal.PlainDate): Instant => day.toZonedDateTime(HONG_KONG).toInstant()

export const endOfHongKongDay = (day: Temporal.PlainDate): Instant => startOfHongKongDay(day.add({ days: 1 }))

/** As commands print it: `2026-11-30T08:00+08:00`. */
export const hongKongMinute = (instant: Instant): string =>
  instant.toZonedDateTimeISO(HONG_KONG).toString({ smallestUnit: 'minute', timeZoneName: 'never' })
