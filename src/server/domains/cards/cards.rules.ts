import { endpointUrl } from '#contract/endpoint.ts'
import { order, type OrderKind } from '#contract/orders.ts'
import type { Language, VodType } from '#contract/values.ts'
import { VOD_TYPES } from '#contract/values.ts'
import type { AssetFacts, Words } from '../catalogue/index.ts'

/** WIRE "card": a description ends after this many characters as people count them. */
export const CARD_DESCRIPTION_MAX = 120

/** The words of a reader's language. */
export const inLanguage = ({ zh, en }: Words, language: Language): string => (language === 'zh_HK' ? zh : en)

/** The words of the other language. */
export const inOtherLanguage = ({ zh, en }: Words, language: Language): string => (language === 'zh_HK' ? en : zh)

const graphemes = new Intl.Segmenter('zh-HK', { granularity: 'grapheme' })

/** At most `max` graphemes, the last an ellipsis where something was cut. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment)
  return parts.length <= max
    ? text
    : `${parts
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
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
