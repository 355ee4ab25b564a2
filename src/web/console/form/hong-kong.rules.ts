/** Hong Kong is UTC+8 all year. */
const OFFSET = '+08:00'

/** The other way round. */
export const typedInstant = (instant: string): string => instant.slice(0, 'YYYY-MM-DDTHH:MM'.length)

/** What `datetime-local` holds, read as Hong Kong time; undefined: no time at all. */
export const instantOf = (typed: string | undefined): string | undefined =>
  typed !== undefined && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(typed) ? `${typed}:00${OFFSET}` : undefined

const OFFSET_MS = 8 * 3_600_000

/** `2026-11-21T16:42`: an instant as `datetime-local` holds it, in Hong Kong time. */
export const typedOf = (instant: string): string => new Date(Date.parse(instant) + OFFSET_MS).toISOString().slice(0, 16)

/** As `typedOf`: the end of the day in Hong Kong so many days from now. */
export const endOfDaysFromNow = (days: number, nowMs: number): string =>
  `${typedOf(new Date(nowMs + (days + 1) * 24 * 3_600_000).toISOString()).slice(0, 10)}T00:00`

/** `2026-11-21`. Of an end the last day: an end at midnight belongs to the day before. */
export const hongKongDay = (instant: string, side: 'start' | 'end' = 'start'): string =>
  typedOf(new Date(Date.parse(instant) - (side === 'end' ? 1 : 0)).toISOString()).slice(0, 10)
