import { languageName } from '#contract/language-names.ts'
import { HTML_LANG, type Language } from '#contract/languages.ts'
import type { CinemaText } from '#text/zh_HK/cinema.ts'
import { formatMonthDay, formatTime } from '#web/kit/format-day.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import type { Film, Showtime } from './cinema-address.rules.ts'

/** `星期一`, `Mon`. `day`: of the calendar. */
export const formatWeekday = (day: string, text: CinemaText): string => text.weekdays[new Date(day).getUTCDay()]!

/** The day of the calendar in Hong Kong. */
export const dayOf = (instant: string | number): string =>
  new Date(new Date(instant).getTime() + 8 * 3_600_000).toISOString().slice(0, 10)

/** `今日 19:10`, `星期一 19:10`. */
export function formatWhen(startsAt: string, text: CinemaText): string {
  const day = dayOf(startsAt)
  return `${day === dayOf(serverNow()) ? text.today : formatWeekday(day, text)} ${formatTime(startsAt, 'en_US')}`
}

/** A day with its weekday and time: `11月23日（星期一） 19:10`, `Mon, 23 November, 19:10`. */
export function formatWhole(startsAt: string, language: Language, text: CinemaText): string {
  const day = dayOf(startsAt)
  return text.whole(formatMonthDay(day, language), formatWeekday(day, text), formatTime(startsAt, language))
}

const nameOf = (tag: string, language: Language, text: CinemaText): string =>
  languageName(tag, { locale: HTML_LANG[language], own: text.languages })

/** What is spoken. */
export const spokenOf = ({ locale }: Pick<Film, 'locale'>, language: Language, text: CinemaText): string =>
  nameOf(locale.split('-')[0]!, language, text)

/** What is written below; empty for nothing. */
export function subtitlesOf({ subtitles }: Pick<Showtime, 'subtitles'>, language: Language, text: CinemaText): string {
  if (subtitles.length === 0) return ''
  const names = subtitles.map((tag) => nameOf(tag.startsWith('zh') ? 'zh' : tag, language, text))
  return text.subtitled(names.join(text.and))
}

/** The word below the time of a showtime: what sets it apart, else its language. */
export function wordOf(showtime: Showtime, language: Language, text: CinemaText): string {
  const { state, seatsLeft, format: of, subtitles } = showtime
  if (state === 'full' || state === 'started') return text.states[state]
  if (state === 'few' && seatsLeft !== undefined) return text.few(String(seatsLeft))
  if (of !== '2D') return of
  const foreign = subtitles.find((tag) => !tag.startsWith('zh'))
  return foreign === undefined ? spokenOf(showtime, language, text) : text.subtitled(nameOf(foreign, language, text))
}
