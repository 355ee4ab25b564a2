import { CONFIRM_USE_POINTS } from '#contract/playback.ts'
import type { Language } from '#contract/languages.ts'
import { QUOTE_MINUTES, RENTAL_HOURS } from '#contract/rentals.ts'
import type { PlayableStream } from '#server/domains/playback/index.ts'
import type { RentalQuote } from '#server/domains/rentals/index.ts'
import { credits as creditsEn } from '#text/en_US/wallet.ts'
import { credits as creditsZh, type CreditsText } from '#text/zh_HK/wallet.ts'
import { formatMoment, wireInstant } from '../instants.ts'
import { formatSubtitles } from './titles.presenter.ts'

const TEXT: Record<Language, CreditsText> = { zh_HK: creditsZh, en_US: creditsEn }

/** Where a title plays, with the names of its languages. */
export function toPlayableResponse(stream: PlayableStream, language: Language) {
  const { outcome: _, subtitles, ...playable } = stream
  return {
    ...playable,
    subtitles: subtitles.map(({ name, ...track }) => ({
      ...track,
      label: name ?? formatSubtitles(track.lang, language),
    })),
  }
}

export function toQuoteResponse(quote: RentalQuote, language: Language) {
  const say = TEXT[language]
  const { payment, owned } = quote
  // A whole rental begins with the purchase, which may be minutes later than the quote: its end is told once it is known.
  const quotedAt = quote.quoteExpiresAt.subtract({ minutes: QUOTE_MINUTES })
  const isWhole = quotedAt.add({ hours: RENTAL_HOURS }).since(quote.rentedUntil).total('seconds') < 1
  const until = isWhole ? {} : { until: formatMoment(quote.rentedUntil, language, quotedAt) }
  const left = owned - payment
  const terms = {
    payment,
    resourceId: quote.resourceId,
    suggestedAction: CONFIRM_USE_POINTS,
    rentedUntil: wireInstant(quote.rentedUntil),
    quoteExpiresAt: wireInstant(quote.quoteExpiresAt),
  }
  if (quote.unit === 'vouchers') {
    return {
      ...terms,
      unit: quote.unit,
      buttonText: say.voucherQuote.button({ left, ...until }),
      message: say.voucherQuote.question({ left, ...until }),
      vouchers: { owned, left, expiresAt: wireInstant(quote.expiresAt) },
    }
  }
  const { from } = quote
  const parts = from.map((part) => say.quote.from[part.bucket](part.credits))
  return {
    ...terms,
    unit: quote.unit,
    buttonText: say.quote.button({ credits: payment, owned, ...until }),
    message: say.quote.question({ credits: payment, parts, left, ...until }),
    credits: { owned, left, from },
  }
}
