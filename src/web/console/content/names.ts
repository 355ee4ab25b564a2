import type { Language } from '#contract/languages.ts'

/** A text in two languages, of a record whose form is the server's. */
export const localName = (value: unknown, language: Language): string => {
  const texts = (value ?? {}) as Partial<Record<Language, string>>
  return texts[language] || texts.zh_HK || ''
}
