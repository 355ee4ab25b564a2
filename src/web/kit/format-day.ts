import type { Language } from '#contract/languages.ts'
import { formatInstant, unbroken, yearIfOther } from './format.ts'

const LOCALE = { zh_HK: 'zh-HK', en_US: 'en-HK' } as const satisfies Record<Language, string>

const format = (instant: string, language: Language, options: Intl.DateTimeFormatOptions): string =>
  unbroken(
    new Intl.DateTimeFormat(LOCALE[language], { timeZone: 'Asia/Hong_Kong', ...options }).format(new Date(instant)),
    language,
  )

/** A calendar day in Hong Kong, of an instant or of a date: "2026年12月20日", "20 December 2026". */
export const formatDay = (instant: string, language: Language): string =>
  format(instant, language, { dateStyle: 'long' })

/** A calendar day, with its year unless that is the current one: "12月3日", "3 December"; short: "3 Dec". */
export const formatMonthDay = (day: string, language: Language, month: 'long' | 'short' = 'long'): string =>
  format(day, language, { ...yearIfOther(day), month, day: 'numeric' })

/** The time of an instant in Hong Kong: "20:15". */
export const formatTime = (instant: string, language: Language): string =>
  format(instant, language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

export const lastMoment = (end: string): string => new Date(Date.parse(end) - 1).toISOString()

const DAY_MS = 24 * 3600 * 1000

/** What ends at midnight in Hong Kong (16:00 UTC) lasts until 23:59; any other end is said as it is. */
export const shownEnd = (end: string): string => (Date.parse(end) % DAY_MS === (DAY_MS * 2) / 3 ? lastMoment(end) : end)

/** Until when credits, vouchers and tickets can be used, the same on every screen: "12月20日 23:59", "20 Dec, 23:59". */
export const formatExpiry = (end: string, language: Language): string => formatInstant(shownEnd(end), language)

/** An instant in Hong Kong with its year: "2027年11月21日 23:59", "21 November 2027, 23:59". */
export const formatMoment = (instant: string, language: Language): string =>
  `${formatDay(instant, language)}${language === 'zh_HK' ? ' ' : ', '}${formatTime(instant, language)}`
