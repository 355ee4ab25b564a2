import type { MeasureDefinition } from '#contract/admin/reports.ts'
import type { Language } from '#contract/languages.ts'
import { formatMoney, formatNumber, yearIfOther } from '#web/kit/format.ts'

export type Unit = MeasureDefinition['unit']

const LOCALE = { zh_HK: 'zh-HK', en_US: 'en-HK' } as const satisfies Record<Language, string>

const SECONDS_OF_AN_HOUR = 3_600
const CENTS_OF_A_DOLLAR = 100
const MS_OF_A_SECOND = 1_000

/** A figure in words. */
export function formatFigure(value: number, unit: Unit, { language, hours, seconds }: FigureText): string {
  if (unit === 'cents') return formatMoney(value, language)
  if (unit === 'seconds') return hours(compact(value / SECONDS_OF_AN_HOUR, language))
  if (unit === 'milliseconds') return seconds((value / MS_OF_A_SECOND).toFixed(2))
  if (unit === 'share') return formatShare(value, language)
  return formatNumber(value, language)
}

export interface FigureText {
  readonly language: Language
  readonly hours: (hours: string) => string
  readonly seconds: (seconds: string) => string
}

/** What a chart draws, in units that give round steps. */
export const chartValue = (value: number, unit: Unit): number => value / PARTS[unit]

const PARTS: Readonly<Record<Unit, number>> = {
  count: 1,
  seconds: SECONDS_OF_AN_HOUR,
  cents: CENTS_OF_A_DOLLAR,
  milliseconds: MS_OF_A_SECOND,
  share: 1,
}

/** Beside a chart. */
export const formatStep = (value: number, unit: Unit, language: Language): string =>
  new Intl.NumberFormat(LOCALE[language], {
    ...(unit === 'share' ? { style: 'percent' } : { notation: 'compact' }),
    ...(unit === 'cents' && { style: 'currency', currency: 'HKD' }),
    maximumFractionDigits: 1,
  }).format(value)

/** Tenths of what is small. */
const compact = (value: number, language: Language): string =>
  new Intl.NumberFormat(LOCALE[language], { maximumFractionDigits: value < 100 ? 1 : 0 }).format(value)

export const formatShare = (share: number, language: Language): string =>
  new Intl.NumberFormat(LOCALE[language], { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(
    share,
  )

/** `3 Nov`, `11月3日`, with the year unless it is the current one; a day of Hong Kong. */
export const formatReportDay = (day: string, language: Language, isLong = false): string =>
  new Intl.DateTimeFormat(LOCALE[language], {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(isLong ? { year: 'numeric', weekday: 'short' } : yearIfOther(day)),
  }).format(new Date(day))
