/** Lists are made anew when this many titles were indexed since. */
const TITLES_SINCE_MAX = 500

/** The hour in Hong Kong from which the night's lists are made. */
const NIGHT_HOUR = 4

type ListsState = { madeAt: Temporal.Instant | null; titlesSince: number }

/** Whether the lists of short prefixes are to be made: never made, many titles since, or not since the last night. */
export function areListsDue({ madeAt, titlesSince }: ListsState, now: Temporal.Instant): boolean {
  if (madeAt === null || titlesSince >= TITLES_SINCE_MAX) return true
  return Temporal.Instant.compare(madeAt, lastNight(now)) < 0
}

/** The last time that it was `NIGHT_HOUR` in Hong Kong. */
function lastNight(now: Temporal.Instant): Temporal.Instant {
  const here = now.toZonedDateTimeISO('Asia/Hong_Kong')
  const today = here.startOfDay().add({ hours: NIGHT_HOUR })
  return (Temporal.ZonedDateTime.compare(today, here) <= 0 ? today : today.subtract({ days: 1 })).toInstant()
}
