/** Hong Kong is UTC+8 all year. */
const HONG_KONG_OFFSET_MS = 8 * 3_600_000
const DAY_MS = 24 * 3_600_000

/** The number of a day in Hong Kong, counted from 1970. */
const dayNumber = (atMs: number): number => Math.floor((atMs + HONG_KONG_OFFSET_MS) / DAY_MS)

/** What was watched on one day in Hong Kong; `at` is an instant of it. */
export interface WatchedDay<Item> {
  readonly day: number
  readonly at: string
  /** 0: today. */
  readonly daysAgo: number
  readonly items: readonly Item[]
}

/** Groups a list, the newest first, by day in Hong Kong. */
export function byDay<Item extends { watchedAt: string }>(list: readonly Item[], nowMs: number): WatchedDay<Item>[] {
  const days = new Map<number, Item[]>()
  for (const item of list) {
    const day = dayNumber(Date.parse(item.watchedAt))
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return [...days].map(([day, items]) => ({
    day,
    at: items[0]?.watchedAt ?? '',
    daysAgo: dayNumber(nowMs) - day,
    items,
  }))
}

/** The time of day in Hong Kong: "23:10". */
export const timeOfDay = (instant: string): string =>
  new Date(Date.parse(instant) + HONG_KONG_OFFSET_MS).toISOString().slice(11, 16)
