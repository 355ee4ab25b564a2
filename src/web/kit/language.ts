import { DEFAULT_LANGUAGE, HTML_LANG, LANGUAGES, type Language } from '#contract/languages.ts'
import { storage } from './storage.ts'

/** SPEC 3: local storage keeps the choice; the cookie mirrors it, so that the server can prerender home in it. */
const KEY = 'language'
const COOKIE_SECONDS = 400 * 24 * 3600

/** The value as a language, if it is one. */
export const asLanguage = (value: string | null | undefined): Language | undefined =>
  LANGUAGES.find((language) => language === value)

const cookieLanguage = () => asLanguage(/(?:^|;\s*)language=(\w+)/.exec(document.cookie)?.[1])

/** Whether nobody has chosen a language here yet and the browser asks for English. */
export const isEnglishUnasked = (): boolean =>
  storage.local.get(KEY) === null && !cookieLanguage() && /^en\b/i.test(navigator.language)

/** The user's language: the stored choice, else the cookie (which survives a logout), else Chinese. */
export function readLanguage(): Language {
  return asLanguage(storage.local.get(KEY)) ?? cookieLanguage() ?? DEFAULT_LANGUAGE
}

/** Stores the choice in local storage and the cookie. */
export function storeLanguage(language: Language): void {
  storage.local.set(KEY, language)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${KEY}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`
}

/** SPEC 4: stores the choice and reloads. */
export function changeLanguage(language: Language): void {
  storeLanguage(language)
  location.reload()
}

/** The value of `<html lang>`. */
export const htmlLang = (language: Language): string => HTML_LANG[language]
