/** The two languages of the product, as they travel (SPEC section 3). */
export const LANGUAGES = ['zh_HK', 'en_US'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'zh_HK'
/** What `<html lang>` says. */
export const HTML_LANG = { zh_HK: 'zh-HK', en_US: 'en' } as const satisfies Record<Language, string>

/** `pattern` of the request context: the normal site, or kids mode. */
export const PATTERNS = ['normal', 'children'] as const
export type Pattern = (typeof PATTERNS)[number]

/** Hong Kong film classes. */
export const RESTRICTIONS = ['I', 'IIA', 'IIB', 'III'] as const
export type Restriction = (typeof RESTRICTIONS)[number]

/** SPEC section 6's words for how a title is watched, the cheapest way first (PRODUCT section 8). */
export const VOD_TYPES = ['FREE TO WATCH', 'VIP UNLIMITED WATCH', 'MOVIE VOUCHER', 'PAY PER RENT'] as const
export type VodType = (typeof VOD_TYPES)[number]

/** The six genres of SPEC section 3. */
export const GENRES = ['action', 'drama', 'horror', 'comedy', 'romance', 'family'] as const
export type Genre = (typeof GENRES)[number]

/** What a category's cards are. */
export const CLASSIFIES = ['movie', 'drama', 'kids', 'variety', 'mixed'] as const
export type Classify = (typeof CLASSIFIES)[number]

/** Where titles are licensed and viewers are. */
export const REGIONS = ['HK', 'MO'] as const

export const RESOLUTIONS = ['SD', 'HD', '4K'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** A shown score while nobody has voted (SPEC section 9); screens say 未有評分 for `votes` 0. */
export const DEFAULT_RATING = 3.5

/** SPEC section 7: page sizes by the look of a list. */
export const PAGE_SIZE = { portrait: 35, landscape: 25, top: 10 } as const
export const PAGE_SIZE_MAX = 100
