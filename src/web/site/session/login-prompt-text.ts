import type { LoginPromptText } from '#text/zh_HK/login-prompt.ts'
import { readLanguage } from '#web/kit/language.ts'
import { lazyText } from '#web/kit/text.ts'

const byLanguage = {
  zh_HK: async (): Promise<LoginPromptText> => (await import('#text/zh_HK/login-prompt.ts')).loginPrompt,
  en_US: async (): Promise<LoginPromptText> => (await import('#text/en_US/login-prompt.ts')).loginPrompt,
}

/** The sentences of the login prompt and of links that sign in. */
export const useLoginPromptText = lazyText(byLanguage)

/** The same outside of React. */
export const loadLoginPromptText = (): Promise<LoginPromptText> => byLanguage[readLanguage()]()
