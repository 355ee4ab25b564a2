export const LANGUAGES = ['zh_HK', 'en_US'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'zh_HK'
export const HTML_LANG = { zh_HK: 'zh-HK', en_US: 'en' } as const satisfies Record<Language, string>
