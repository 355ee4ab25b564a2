/** The two languages of the product, as they travel (SPEC section 3). */
export const LANGUAGES = ['zh_HK', 'en_US'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'zh_HK'
/** The value of `<html lang>`. */
export const HTML_LANG = { zh_HK: 'zh-HK', en_US: 'en' } as const satisfies Record<Language, string>
