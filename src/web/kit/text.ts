import { createContext, useContext } from 'react'
import type { Language } from '#contract/languages.ts'
import type { TextNoun, Texts } from '#text/texts.ts'
import { useCallContext } from './call-context.ts'
import { readLanguage } from './language.ts'
import { lazyValue } from './lazy-value.ts'

/** The sentences of the file in `src/text/{language}` that adds the noun to `Texts`: a chunk for each file; the hook suspends until it is there. The plugin `texts` (vite.texts.ts) replaces the call. */
export function useText<N extends TextNoun>(noun: N): Texts[N] {
  throw new Error(`the plugin “texts” has not replaced useText('${noun}')`)
}

/** The text of a noun outside of React, in the stored language. Replaced as `useText` is. */
export function loadText<N extends TextNoun>(noun: N): Promise<Texts[N]> {
  throw new Error(`the plugin “texts” has not replaced loadText('${noun}')`)
}

/** What the plugin makes of a noun. @public */
export function lazyText<T>(byLanguage: Record<Language, () => Promise<T>>) {
  const texts = { zh_HK: lazyValue(byLanguage.zh_HK), en_US: lazyValue(byLanguage.en_US) }
  const load = () => texts[readLanguage()].load()
  if (typeof document !== 'undefined') load().catch(() => {})
  return { use: () => texts[useCallContext().language].use(), load }
}

/** The text that an app loads before its first render. An app calls this once. */
export function createShellText<T>(byLanguage: Record<Language, () => Promise<T>>) {
  const texts = { zh_HK: lazyValue(byLanguage.zh_HK), en_US: lazyValue(byLanguage.en_US) }
  const Context = createContext<T | undefined>(undefined)
  let loaded: T | undefined
  return { Context, load, current, use: useShell, useIn: (language: Language) => texts[language].use() }

  async function load(language: Language): Promise<T> {
    loaded = await texts[language].load()
    return loaded
  }

  /** Outside of React. @throws before `load` has resolved */
  function current(): T {
    if (!loaded) throw new Error('text is used before it is loaded')
    return loaded
  }

  function useShell(): T {
    const text = useContext(Context)
    if (!text) throw new Error('no context of the shell’s text above')
    return text
  }
}
