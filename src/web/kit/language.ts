import { DEFAULT_LANGUAGE, HTML_LANG, LANGUAGES, type Language } from '#contract/languages.ts'
import { storage } from './storage.ts'

/** SPEC 3: local storage keeps the choice; the cookie mirrors it, so that the server can prerender home in it. */
const KEY = 'language'
const COOKIE_SECONDS = 400 * 24 * 3600

/** The word, when it is one of the two languages. */
export const asLanguage = (word: string | null | undefined): Language | undefined =>
  LANGUAGES.find((language) => language === word)

/** The reader's language: the stored choice, else the cookie (which survives a logout), else Chinese. */
export function readLanguage(): Language {
  const cookie = /(?:^|;\s*)language=(\w+)/.exec(document.cookie)?.[1]
  return asLanguage(storage.local.get(KEY)) ?? asLanguage(cookie) ?? DEFAULT_LANGUAGE
}

/** Keeps the choice in both places. */
export function storeLanguage(language: Language): void {
  storage.local.set(KEY, language)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${KEY}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`
}

/** SPEC 4: a change of language stores the choice and reloads. */
export function changeLanguage(language: Language): void {
  storeLanguage(language)
  location.reload()
}

/** What `<html lang>` says. */
export const htmlLang = (language: Language): string => HTML_LANG[language]
