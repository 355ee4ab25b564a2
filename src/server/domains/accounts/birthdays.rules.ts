/** True if a calendar day is before today in Hong Kong. */
export function isPastDay(day: string, now: Temporal.Instant): boolean {
  const today = now.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate()
  return Temporal.PlainDate.compare(Temporal.PlainDate.from(day), today) < 0
}
