/** Hong Kong is UTC+8 all year. */
const OFFSET = '+08:00'

/** The other way round. */
export const typedInstant = (instant: string): string => instant.slice(0, 'YYYY-MM-DDTHH:MM'.length)

/** What `datetime-local` holds, read as Hong Kong time; undefined: no time at all. */
export const instantOf = (typed: string | undefined): string | undefined =>
  typed !== undefined && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(typed) ? `${typed}:00${OFFSET}` : undefined
