import { createContext, useContext } from 'react'
import type { Language } from '#contract/languages.ts'
import type { ViewerText } from '#text/zh_HK/viewer.ts'
import { useCallContext } from './call-context.ts'
import { readLanguage } from './language.ts'
import { lazyValue } from './lazy-value.ts'

/** The text of the shell and the list screens, loaded before the first render in the user's language. Lazy features load their own with `lazyText`. */
const loaders: Record<Language, () => Promise<ViewerText>> = {
  zh_HK: async () => (await import('#text/zh_HK/viewer.ts')).viewer,
  en_US: async () => (await import('#text/en_US/viewer.ts')).viewer,
}

let current: ViewerText | undefined

/** Loads the shell's text; awaited once, before the first render. */
export async function loadText(language: Language): Promise<ViewerText> {
  current = await loaders[language]()
  return current
}

/** The text outside of React. @throws before `loadText` has resolved */
export function currentText(): ViewerText {
  if (!current) throw new Error('text is used before it is loaded')
  return current
}

export const TextContext = createContext<ViewerText | undefined>(undefined)

/** The text of the shell and the list screens: `const { home } = useText()`. */
export function useText(): ViewerText {
  const text = useContext(TextContext)
  if (!text) throw new Error('no TextContext above')
  return text
}

/**
 * A lazy feature's own text, one chunk for each language. Loading starts with the feature's module; the hook suspends until it is done.
 * It is in the language of the call context, which a screen in one language only sets for itself.
 * `export const usePlayerText = lazyText({ zh_HK: async () => (await import('#text/zh_HK/player.ts')).player, en_US: … })`
 */
export function lazyText<T>(byLanguage: Record<Language, () => Promise<T>>): () => T {
  const texts = { zh_HK: lazyValue(byLanguage.zh_HK), en_US: lazyValue(byLanguage.en_US) }
  // A failure is shown where the text is used.
  if (typeof document !== 'undefined') texts[readLanguage()].load().catch(() => {})
  return () => texts[useCallContext().language].use()
}
