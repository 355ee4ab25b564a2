import type { Language } from '#contract/languages.ts'
import { serverNow } from './server-clock.ts'

const LOCALE = { zh_HK: 'zh-HK', en_US: 'en-HK' } as const satisfies Record<Language, string>

/** "1 小時 54 分", "54 分鐘", "45 秒"; "1 h 54 min", "54 min", "45 s". */
export function formatDuration(seconds: number, language: Language): string {
  const total = Math.round(seconds)
  const minutes = Math.floor(total / 60)
  const zh = language === 'zh_HK'
  if (minutes === 0) return zh ? `${total} 秒` : `${total} s`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return zh ? `${minutes} 分鐘` : `${minutes} min`
  if (rest === 0) return zh ? `${hours} 小時` : `${hours} h`
  return zh ? `${hours} 小時 ${rest} 分` : `${hours} h ${rest} min`
}

/** Written out, because a browser takes milliseconds to make an Intl formatter, and the cards of the first page need one. */
const SEPARATORS = {
  zh_HK: { group: ',', decimal: '.' },
  en_US: { group: ',', decimal: '.' },
} as const satisfies Record<Language, object>

/** "1,234": a whole number. */
export const formatNumber = (value: number, language: Language): string =>
  String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, SEPARATORS[language].group)

/** "4.4": a score with one decimal. */
export const formatScore = (value: number, language: Language): string =>
  (Math.round(value * 10) / 10).toFixed(1).replace('.', SEPARATORS[language].decimal)

/** "HK$88", cents only where there are any. */
export function formatMoney(cents: number, language: Language, currency = 'HKD'): string {
  const digits = cents % 100 === 0 ? 0 : 2
  return new Intl.NumberFormat(LOCALE[language], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 100)
}

/** Day, month and year stay on one line; a Chinese date has no spaces (`base.css`). */
export const unbroken = (date: string, language: Language): string =>
  language === 'zh_HK' ? date : date.replace(/([^,]) /g, '$1\u00a0')

/** An instant in Hong Kong time: "11月23日 13:20", "23 Nov, 13:20"; with its year unless that is the current one. */
export const formatInstant = (instant: string, language: Language): string =>
  unbroken(
    new Intl.DateTimeFormat(LOCALE[language], {
      timeZone: 'Asia/Hong_Kong',
      ...yearIfOther(instant),
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(instant)),
    language,
  )

/** Hong Kong is UTC+8 all year. */
const HONG_KONG_OFFSET_MS = 8 * 3600 * 1000

export const yearNow = (now = serverNow()): number => new Date(now + HONG_KONG_OFFSET_MS).getUTCFullYear()

/** What a formatter shows of the year: nothing for a day or an instant of the current one. */
export const yearIfOther = (instant: string): Pick<Intl.DateTimeFormatOptions, 'year'> =>
  yearNow(Date.parse(instant)) === yearNow() ? {} : { year: 'numeric' }

/** A position on the time line: "1:02:05", "23:10". */
export function formatClock(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor(total / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`
}
