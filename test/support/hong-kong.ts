/** The time in Hong Kong, to the minute: `2026-12-21T00:00`. */
export const inHongKong = (at: Temporal.Instant): string =>
  at.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDateTime().toString({ smallestUnit: 'minute' })
