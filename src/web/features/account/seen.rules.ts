import type { Language } from '#contract/languages.ts'
import { formatInstant } from '#web/kit/format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LOCALE = { zh_HK: 'zh-HK', en_US: 'en-HK' } as const satisfies Record<Language, string>

/** When a device was last used: "2 小時前", "2 hours ago"; the date and time after a day. Instants in the future count as now. */
export function lastSeen(instant: string, nowMs: number, language: Language): string {
  const ago = nowMs - new Date(instant).getTime()
  if (ago >= DAY) return formatInstant(instant, language)
  const format = new Intl.RelativeTimeFormat(LOCALE[language], { numeric: 'auto' })
  if (ago >= HOUR) return format.format(-Math.floor(ago / HOUR), 'hour')
  return ago >= MINUTE ? format.format(-Math.floor(ago / MINUTE), 'minute') : format.format(0, 'second')
}
