import type { Language } from '#contract/languages.ts'

/** A day of the calendar without its year: `12月8日`, `8 December`. */
export const formatMonthDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'zh_HK' ? 'zh-HK' : 'en-HK', {
    timeZone: 'Asia/Hong_Kong',
    month: 'long',
    day: 'numeric',
  }).format(new Date(day))

/** The time of an instant in Hong Kong: `20:15`. */
export const formatTime = (instant: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'zh_HK' ? 'zh-HK' : 'en-HK', {
    timeZone: 'Asia/Hong_Kong',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant))
