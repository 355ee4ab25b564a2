/** The time in Hong Kong, to the minute: `2026-12-21T00:00`. */
export const inHongKong = (at: Temporal.Instant): string =>
  at.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDateTime().toString({ smallestUnit: 'minute' })

/** An instant by its time in Hong Kong: `2026-12-21T00:00`. */
export const hongKong = (time: string): Temporal.Instant =>
  Temporal.ZonedDateTime.from(`${time}[Asia/Hong_Kong]`).toInstant()
