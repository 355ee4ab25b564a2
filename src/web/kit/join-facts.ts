import type { Language } from '#contract/languages.ts'

/** Between facts in a row: the wide space of Chinese, in English a dot that stays at the end of its line. */
const SEPARATOR = { zh_HK: '\u3000', en_US: '\u00A0· ' } as const satisfies Record<Language, string>

export const joinFacts = (facts: readonly (string | false | undefined)[], language: Language): string =>
  facts.filter(Boolean).join(SEPARATOR[language])
