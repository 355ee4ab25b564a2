import type { Language } from '#contract/languages.ts'

const LOCALE = { zh_HK: 'zh-HK', en_US: 'en-HK' } as const satisfies Record<Language, string>

/** A calendar day in Hong Kong, of an instant or of a date: "2026年12月20日", "20 December 2026". */
export const formatDay = (instant: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALE[language], { timeZone: 'Asia/Hong_Kong', dateStyle: 'long' }).format(new Date(instant))

export const lastMoment = (end: string): string => new Date(Date.parse(end) - 1).toISOString()

/** An instant in Hong Kong with its year: "2027年11月21日 23:59", "21 November 2027, 23:59". */
export function formatMoment(instant: string, language: Language): string {
  const time = new Intl.DateTimeFormat(LOCALE[language], {
    timeZone: 'Asia/Hong_Kong',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant))
  return `${formatDay(instant, language)}${language === 'zh_HK' ? ' ' : ', '}${time}`
}
