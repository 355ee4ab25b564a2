import type { ProgramCard } from '#contract/programs.ts'
import type { Language } from '#contract/languages.ts'
import type { VodType } from '#contract/vod-types.ts'
import { isDemoClip } from '../site-config/site-config.ts'
import { formatDuration, formatNumber, formatScore } from '#web/kit/format.ts'
import type { ViewerText } from '#text/zh_HK/viewer.ts'

type CardsText = ViewerText['cards']

const PRICE_KIND = {
  'FREE TO WATCH': 'free',
  'VIP UNLIMITED WATCH': 'pass',
  'MOVIE VOUCHER': 'ticket',
  'PAY PER RENT': 'credit',
} as const satisfies Record<VodType, string>

export function priceOf(program: Pick<ProgramCard, 'vodType' | 'credits'>, text: CardsText, language: Language) {
  const kind = PRICE_KIND[program.vodType]
  const label =
    kind === 'credit' && program.credits > 0
      ? text.credits(formatNumber(program.credits, language))
      : text.price[program.vodType]
  return { kind, text: label }
}

export function lengthOf(
  program: Pick<ProgramCard, 'programType' | 'episodeCount' | 'duration'>,
  text: CardsText,
  language: Language,
): string {
  if (program.programType === 'drama')
    return program.episodeCount > 0 ? text.episodes(formatNumber(program.episodeCount, language)) : ''
  return program.duration && !isDemoClip(program.duration) ? formatDuration(program.duration, language) : ''
}

/** Without a value until the first vote (PRODUCT 8). */
export function scoreOf(program: Pick<ProgramCard, 'rating' | 'votes'>, text: CardsText, language: Language) {
  if (program.votes === 0) return { label: text.unrated }
  const value = formatScore(program.rating, language)
  return { value, label: text.rated(value, formatNumber(program.votes, language)) }
}

export const genresOf = (program: Pick<ProgramCard, 'genres'>, text: CardsText): string =>
  program.genres.map((genre) => text.genres[genre]).join(text.genreJoin)

export interface CardLabels {
  text: CardsText
  language: Language
  /** Kids mode shows no prices, classes or years. */
  kids?: boolean
}

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
