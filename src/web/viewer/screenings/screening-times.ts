import type { Language } from '#contract/languages.ts'
import { formatTime } from '#web/kit/format-day.ts'
import { unbroken, yearIfOther } from '#web/kit/format.ts'

const LOCALE = { zh_HK: 'zh-HK', en_US: 'en-HK' } as const satisfies Record<Language, string>

const parts = (instant: string, language: Language, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LOCALE[language], { timeZone: 'Asia/Hong_Kong', ...options }).format(new Date(instant))

/** Hong Kong time: `11月28日（六）20:00`, `Sat 28 Nov, 20:00`; with its year unless that is the current one. */
export function formatStart(instant: string, language: Language): string {
  const year = yearIfOther(instant)
  const day = parts(instant, language, { ...year, month: language === 'zh_HK' ? 'long' : 'short', day: 'numeric' })
  const weekday = parts(instant, language, { weekday: language === 'zh_HK' ? 'narrow' : 'short' })
  const time = formatTime(instant, language)
  return language === 'zh_HK' ? `${day}（${weekday}）${time}` : unbroken(`${weekday} ${day}, ${time}`, language)
}

export const hoursBetween = (from: string, to: string): number =>
  Math.floor((Date.parse(to) - Date.parse(from)) / 3_600_000)

/** `9:42`, `3:22:10`. */
export function formatLeft(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`
}
