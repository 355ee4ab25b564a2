/** How many whole days before today a preset shows: a day that is not over would end each line in a fall. */
export const PRESETS = ['7', '28', '90', '365'] as const
export type Preset = (typeof PRESETS)[number]

const DEFAULT_PRESET: Preset = '28'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** Days of Hong Kong, both included. */
export interface ReportPeriod {
  readonly from: string
  readonly until: string
  /** Undefined where the days were chosen. */
  readonly preset: Preset | undefined
}

/** The period of an address; the 28 days before today where it has none. */
export function periodOf(
  { days, from, until }: { days?: string | undefined; from?: string | undefined; until?: string | undefined },
  today: string,
): ReportPeriod {
  if (isDay(from) && isDay(until) && from <= until) return { from, until, preset: undefined }
  const preset = PRESETS.find((each) => each === days) ?? DEFAULT_PRESET
  return { from: dayBefore(today, Number(preset)), until: dayBefore(today, 1), preset }
}

const isDay = (text: string | undefined): text is string =>
  text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text))

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

/** As a share of the former figure; undefined where that was nothing. */
export const changeOf = ({ value, before }: { value: number; before: number | null }): number | undefined =>
  before === null || before === 0 ? undefined : (value - before) / Math.abs(before)
