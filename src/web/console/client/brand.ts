import { LANGUAGES, type Language } from '#contract/languages.ts'
import { htmlLang } from '#web/kit/language.ts'

/** The service's names, which the server writes into the document: they are there without a session. */
export const documentBrand = (): Record<Language, string> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, nameIn(htmlLang(language))])) as Record<Language, string>

const nameIn = (lang: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="application-name"][lang="${lang}"]`)?.content ?? ''
