import type { TitleWindow } from '#contract/admin/titles.ts'

const DAY_MS = 86_400_000
/** How far an end that is not set is drawn. */
const OPEN_MS = 365 * DAY_MS
const TICKS_MAX = 8

const percent = (value: number): string => `${Math.round(Math.min(1, Math.max(0, value)) * 1000) / 10}%`

export interface Share {
  readonly css: string
  /** From the right. */
  readonly rest: string
}

/** The scale of some windows and of today: where an instant is on it. Null is the end. */
export function spanOf(windows: readonly Pick<TitleWindow, 'startsAt' | 'endsAt'>[], now: number) {
  const starts = windows.map(({ startsAt }) => Date.parse(startsAt))
  const ends = windows.map(({ startsAt, endsAt }) => (endsAt ? Date.parse(endsAt) : Date.parse(startsAt) + OPEN_MS))
  const first = Math.min(now, ...starts) - 30 * DAY_MS
  const last = Math.max(now, ...ends) + 30 * DAY_MS
  const at = (time: number) => (time - first) / (last - first)
  const share = (instant: string | null): Share => {
    const value = instant === null ? 1 : at(Date.parse(instant))
    return { css: percent(value), rest: percent(1 - value) }
  }
  const [from, to] = [new Date(first).getUTCFullYear() + 1, new Date(last).getUTCFullYear()]
  const step = Math.max(1, Math.ceil((to - from + 1) / TICKS_MAX))
  const years = Array.from(
    { length: Math.max(0, Math.floor((to - from) / step) + 1) },
    (_, index) => from + index * step,
  )
  return { share, ticks: years.map((year) => ({ year, css: percent(at(Date.UTC(year, 0, 1))) })) }
}
