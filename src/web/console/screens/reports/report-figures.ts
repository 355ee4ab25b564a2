import type { MeasureDefinition } from '#contract/admin/reports.ts'
import type { Language } from '#contract/languages.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'

export type Unit = MeasureDefinition['unit']

const LOCALE = { zh_HK: 'zh-HK', en_US: 'en-HK' } as const satisfies Record<Language, string>

const SECONDS_OF_AN_HOUR = 3_600
const CENTS_OF_A_DOLLAR = 100

/** A figure in words. */
export function formatFigure(value: number, unit: Unit, { language, hours }: FigureText): string {
  if (unit === 'cents') return formatMoney(value, language)
  if (unit === 'seconds') return hours(compact(value / SECONDS_OF_AN_HOUR, language))
  return formatNumber(value, language)
}

export interface FigureText {
  readonly language: Language
  readonly hours: (hours: string) => string
}

/** What a chart draws, in units that give round steps. */
export const chartValue = (value: number, unit: Unit): number =>
  unit === 'cents' ? value / CENTS_OF_A_DOLLAR : unit === 'seconds' ? value / SECONDS_OF_AN_HOUR : value

/** Beside a chart. */
export const formatStep = (value: number, unit: Unit, language: Language): string =>
  unit === 'cents'
    ? new Intl.NumberFormat(LOCALE[language], {
        style: 'currency',
        currency: 'HKD',
        notation: 'compact',
        maximumFractionDigits: 1,
      }).format(value)
    : new Intl.NumberFormat(LOCALE[language], { notation: 'compact', maximumFractionDigits: 1 }).format(value)

/** Tenths of what is small. */
const compact = (value: number, language: Language): string =>
  new Intl.NumberFormat(LOCALE[language], { maximumFractionDigits: value < 100 ? 1 : 0 }).format(value)

export const formatShare = (share: number, language: Language): string =>
  new Intl.NumberFormat(LOCALE[language], { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(
    share,
  )

/** `3 Nov`, `11月3日`; a day of Hong Kong. */
export const formatReportDay = (day: string, language: Language, isLong = false): string =>
  new Intl.DateTimeFormat(LOCALE[language], {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(isLong && { year: 'numeric', weekday: 'short' }),
  }).format(new Date(day))
