import { endpointUrl } from '#contract/endpoint.ts'
import { order, type OrderKind } from '#contract/orders.ts'
import type { Language } from '#contract/languages.ts'
import type { VodType } from '#contract/vod-types.ts'
import { VOD_TYPES } from '#contract/vod-types.ts'
import type { TitleFacts } from '../access/index.ts'
import type { AssetFacts, LicenceFacts, LocalizedText, TitleCard } from '../catalogue/index.ts'

/** WIRE "card": a description ends after this many characters as people count them. */
export const CARD_DESCRIPTION_MAX = 120

/** The words of a reader's language. */
export const inLanguage = ({ zh, en }: LocalizedText, language: Language): string => (language === 'zh_HK' ? zh : en)

/** The words of the other language. */
export const inOtherLanguage = ({ zh, en }: LocalizedText, language: Language): string =>
  language === 'zh_HK' ? en : zh

/** A character of a word between spaces: a letter that is not Han, a digit, or what stands inside a word. */
const OF_WORD = /^(?!\p{Script=Han})[\p{L}\p{M}\p{N}'’-]/u
/** A comma, a space or a bracket that opens says nothing before an ellipsis. */
const LOOSE_END = /[\s,;:，、；：–—\p{Ps}\p{Pi}-]+$/u

const graphemes = new Intl.Segmenter('zh-HK', { granularity: 'grapheme' })

/** At most `max` graphemes, the last an ellipsis where something was cut. A word of letters and spaces goes as a whole, unless it is all there is. */
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

/** The cheapest way to watch, in SPEC's words (PRODUCT section 8). */
export function cheapest(vodTypes: readonly VodType[]): VodType {
  return VOD_TYPES.find((type) => vodTypes.includes(type)) ?? 'PAY PER RENT'
}

/** Where to ask for playing: `/api_v2/order?programId=…&programGuid=…&kind=movie`. */
export const orderUrl = (programId: string, programGuid: string, kind: OrderKind): string =>
  `${endpointUrl(order)}?${new URLSearchParams({ programId, programGuid, kind })}`

/** Whole seconds of an asset. */
export const secondsOf = ({ durationMs }: AssetFacts): number => Math.round(durationMs / 1000)

/** The public preview's path, undefined where there is none: previews need no grant, so class III has none (PRODUCT section 6). */
export const previewUrl = (asset: AssetFacts | null, restriction: string): string | undefined =>
  asset?.previewKey && restriction !== 'III' ? `/${asset.previewKey}` : undefined

/** What of a title decides access to it. Nothing is on sale yet. */
export const titleFactsOf = (title: TitleCard & LicenceFacts): TitleFacts => ({
  programId: title.programId,
  restriction: title.restriction,
  vodTypes: title.vodTypes,
  kids: title.kids,
  isLicensedInRegion: title.isLicensedInRegion,
  isWindowOpen: title.isWindowOpen,
  preparing: title.film === null,
  offers: [],
})
