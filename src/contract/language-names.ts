export interface LanguageNames {
  readonly locale: string
  readonly own: Readonly<Record<string, string>>
}

/** Of a BCP 47 tag: 粵語, Cantonese. A tag without a name is returned as it is. */
export function languageName(tag: string, { locale, own }: LanguageNames): string {
  if (own[tag] !== undefined) return own[tag]
  try {
    const names = new Intl.DisplayNames([locale], { type: 'language', style: 'short', languageDisplay: 'standard' })
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}

const OWN_NAMES: Readonly<Record<string, string>> = {
  'zh-Hant': '繁體中文',
  'zh-Hans': '简体中文',
  zh: '中文',
  yue: '粵語',
  cmn: '國語',
  und: '原聲',
}

/** Text without a language is no original audio. */
export const UNKNOWN_SUBTITLES = { zh_HK: '未知語言', en_US: 'Unknown language' } as const

/** The names of tracks in playlists, which native players show. */
export function nameInItself(tag: string): string {
  if (OWN_NAMES[tag] !== undefined) return OWN_NAMES[tag]
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
