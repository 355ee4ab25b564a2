import type { Content } from '../../content/use-content.ts'

const DAY_MS = 86_400_000

/** `2026-12-08` and a number of days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const isDay = (day: string | undefined): day is string =>
  day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))

/** A day of Hong Kong, from midnight to midnight. */
export const spanOfDay = (day: string) => ({
  from: `${day}T00:00:00+08:00`,
  until: `${dayAfter(day, 1)}T00:00:00+08:00`,
})

type Record = Content['record']

const placeOf = ({ filmId, cinemaId, startsAt }: Record): string =>
  `${String(filmId)} ${String(cinemaId)} ${Date.parse(String(startsAt))}`

/**
 * The showtimes of a day on another one: withdrawn ones are left out, and those that the other day has already. What the cinema last said of
 * its seats belongs to the day.
 */
export function copiesOf(
  source: readonly Record[],
  { target, to, newId }: { target: readonly Record[]; to: string; newId: () => string },
): { readonly records: Record[]; readonly there: number } {
  const taken = new Set(target.map(placeOf))
  const moved = source
    .filter(({ withdrawn }) => withdrawn !== true)
    .map(({ seatsLeft: _seatsLeft, ...record }): Record => ({
      ...record,
      startsAt: `${to}${String(record.startsAt).slice('YYYY-MM-DD'.length)}`,
    }))
  const missing = moved.filter((record) => !taken.has(placeOf(record)))
  return {
    records: missing.map((record) => ({ ...record, showtimeId: newId() })),
    there: moved.length - missing.length,
  }
}
