import { endpointUrl } from '#contract/endpoint.ts'
import { order, type OrderKind } from '#contract/orders.ts'
import type { Language } from '#contract/languages.ts'
import type { VodType } from '#contract/vod-types.ts'
import { VOD_TYPES } from '#contract/vod-types.ts'
import { offersOf, type TitleFacts } from '../access/index.ts'
import type { AssetFacts, LicenceFacts, LocalizedText, TitleCard } from '../catalogue/index.ts'

/** Maximum length of a card's description in graphemes (WIRE "card"). */
export const CARD_DESCRIPTION_MAX = 120

/** The text in a language. */
export const inLanguage = ({ zh, en }: LocalizedText, language: Language): string => (language === 'zh_HK' ? zh : en)

/** The text in the other language. */
export const inOtherLanguage = ({ zh, en }: LocalizedText, language: Language): string =>
  language === 'zh_HK' ? en : zh

/** In this language, or in the other where there is nothing in this one. */
export const inEitherLanguage = (text: LocalizedText, language: Language): string =>
  inLanguage(text, language) || inOtherLanguage(text, language)

/** A character of a word that is delimited by spaces: a non-Han letter, a digit, an apostrophe or a hyphen. */
const OF_WORD = /^(?!\p{Script=Han})[\p{L}\p{M}\p{N}'’-]/u
/** Trailing punctuation, spaces and opening brackets, removed before an ellipsis. */
const LOOSE_END = /[\s,;:，、；：–—\p{Ps}\p{Pi}-]+$/u

const graphemes = new Intl.Segmenter('zh-HK', { granularity: 'grapheme' })

/** Truncates to `max` graphemes including an ellipsis. Words that are delimited by spaces are not split, unless the text is a single word. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment)
  if (parts.length <= max) return text
  const isOfWord = (at: number): boolean => OF_WORD.test(parts[at] ?? '')
  let end = max - 1
  if (isOfWord(end)) while (isOfWord(end - 1)) end--
  const kept = parts.slice(0, end > 0 ? end : max - 1).join('')
  return `${kept.replace(LOOSE_END, '')}…`
}

/** The cheapest of the VOD types (PRODUCT section 8). */
export function cheapest(vodTypes: readonly VodType[]): VodType {
  return VOD_TYPES.find((type) => vodTypes.includes(type)) ?? 'PAY PER RENT'
}

/** The URL that orders playback: `/api_v2/order?programId=…&programGuid=…&kind=movie`. */
export const orderUrl = (programId: string, programGuid: string, kind: OrderKind): string =>
  `${endpointUrl(order)}?${new URLSearchParams({ programId, programGuid, kind })}`

/** Duration of an asset in seconds, rounded. */
export const secondsOf = ({ durationMs }: AssetFacts): number => Math.round(durationMs / 1000)

/** The path of the public preview, if any. Previews need no grant, so class III titles have none (PRODUCT section 6). */
export const previewUrl = (asset: AssetFacts | null, restriction: string): string | undefined =>
  asset?.previewKey && restriction !== 'III' ? `/${asset.previewKey}` : undefined

/** The facts of a title that decide access. */
export const titleFactsOf = (title: TitleCard & LicenceFacts): TitleFacts => ({
  programId: title.programId,
  restriction: title.restriction,
  vodTypes: title.vodTypes,
  kids: title.kids,
  isLicensedInRegion: title.isLicensedInRegion,
  isWindowOpen: title.isWindowOpen,
  preparing: title.film === null,
  offers: offersOf(title),
})
