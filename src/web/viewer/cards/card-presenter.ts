import type { ProgramCard } from '#contract/programs.ts'
import type { Language } from '#contract/languages.ts'
import type { VodType } from '#contract/vod-types.ts'
import { formatDuration, formatNumber, formatScore } from '#web/kit/format.ts'
import type { ViewerText } from '#text/zh_HK/viewer.ts'

type CardsText = ViewerText['cards']

const PRICE_KIND = {
  'FREE TO WATCH': 'free',
  'VIP UNLIMITED WATCH': 'pass',
  'MOVIE VOUCHER': 'ticket',
  'PAY PER RENT': 'credit',
} as const satisfies Record<VodType, string>

/** The kind and the word of a title's price badge: 免費, 通行證, 戲票, 28 點. */
export function priceOf(program: Pick<ProgramCard, 'vodType' | 'credits'>, text: CardsText, language: Language) {
  const kind = PRICE_KIND[program.vodType]
  const word =
    kind === 'credit' && program.credits > 0
      ? text.credits(formatNumber(program.credits, language))
      : text.price[program.vodType]
  return { kind, text: word }
}

/** A film's length, a series' number of episodes; empty while unknown. */
export function lengthOf(
  program: Pick<ProgramCard, 'programType' | 'episodeCount' | 'duration'>,
  text: CardsText,
  language: Language,
): string {
  if (program.programType === 'drama')
    return program.episodeCount > 0 ? text.episodes(formatNumber(program.episodeCount, language)) : ''
  return program.duration ? formatDuration(program.duration, language) : ''
}

/** The score as the badge wants it: no value while nobody has voted (PRODUCT 8). */
export function scoreOf(program: Pick<ProgramCard, 'rating' | 'votes'>, text: CardsText, language: Language) {
  if (program.votes === 0) return { label: text.unrated }
  const value = formatScore(program.rating, language)
  return { value, label: text.rated(value, formatNumber(program.votes, language)) }
}

/** "劇情、家庭". */
export const genresOf = (program: Pick<ProgramCard, 'genres'>, text: CardsText): string =>
  program.genres.map((genre) => text.genres[genre]).join(text.genreJoin)

export interface CardLabels {
  text: CardsText
  language: Language
  /** Kids lists show no prices, classes or years. */
  kids?: boolean
}

/**
 * A program as `TitleCard` wants it: portrait cards say the year, landscape ones the length, in kids mode nothing. One that is still being prepared says so
 * before all else.
 */
export function cardOf(program: ProgramCard, shape: 'portrait' | 'landscape', { text, language, kids }: CardLabels) {
  const art = {
    title: program.title,
    shape,
    image: shape === 'portrait' ? program.keyartImageURL : program.landscapeImageURL,
  }
  const state = program.preparing ? text.preparing : undefined
  if (kids) return { ...art, state }
  const length = shape === 'landscape' ? lengthOf(program, text, language) : ''
  return {
    ...art,
    state,
    price: priceOf(program, text, language),
    restriction: { value: program.restriction, label: text.restriction[program.restriction] },
    detail: program.preparing ? undefined : length || String(program.releaseYear),
  }
}
