import type { Language } from '#contract/languages.ts'
import { credits as creditsEn } from '#text/en_US/wallet.ts'
import { credits as creditsZh, type CreditsText } from '#text/zh_HK/wallet.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

const TEXT: Record<Language, Pick<CreditsText, 'moment'>> = { zh_HK: creditsZh, en_US: creditsEn }

/** UTC: `2026-11-21T13:20:00Z`. */
export const wireInstant = (instant: Temporal.Instant): string => instant.toString({ smallestUnit: 'second' })

/** In Hong Kong: `24 Nov, 21:20`, `11月24日 21:20`; with its year unless that is the year of `now`. */
export function formatMoment(instant: Temporal.Instant, language: Language, now: Temporal.Instant): string {
  const { year, month, day, hour, minute } = instant.toZonedDateTimeISO(HONG_KONG)
  const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
  const isOtherYear = year !== now.toZonedDateTimeISO(HONG_KONG).year
  const moment = TEXT[language].moment({ year: isOtherYear ? year : undefined, month, day, time })
  // Day, month and year stay on one line, as the site's own do.
  return language === 'zh_HK' ? moment : moment.replaceAll(/([^,]) /g, '$1\u00A0')
}
