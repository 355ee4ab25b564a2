import { DEFAULT_LANGUAGE, HTML_LANG, LANGUAGES, type Language } from '#contract/languages.ts'
import { storage } from './storage.ts'

/** SPEC 3: local storage keeps the choice; the cookie mirrors it, so that the server can prerender home in it. */
const KEY = 'language'
const COOKIE_SECONDS = 400 * 24 * 3600

export const asLanguage = (value: string | null | undefined): Language | undefined =>
  LANGUAGES.find((language) => language === value)

const cookieLanguage = () => asLanguage(/(?:^|;\s*)language=(\w+)/.exec(document.cookie)?.[1])

export const isEnglishUnasked = (): boolean =>
  storage.local.get(KEY) === null && !cookieLanguage() && /^en\b/i.test(navigator.language)

/** The user's language: the stored choice, else the cookie (which survives a logout), else Chinese. */
export function readLanguage(): Language {
  return asLanguage(storage.local.get(KEY)) ?? cookieLanguage() ?? DEFAULT_LANGUAGE
}

export function storeLanguage(language: Language): void {
  storage.local.set(KEY, language)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${KEY}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`
}

export function changeLanguage(language: Language): void {
  storeLanguage(language)
  location.reload()
}

export const htmlLang = (language: Language): string => HTML_LANG[language]
