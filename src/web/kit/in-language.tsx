import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import type { Language } from '#contract/languages.ts'
import type { ViewerText } from '#text/zh_HK/viewer.ts'
import type { ApiClient } from './api-client.ts'
import { ApiClientContext, useApiClient } from './api-context.ts'
import { CallContextContext, useCallContext } from './call-context.ts'
import { htmlLang } from './language.ts'
import { lazyValue } from './lazy-value.ts'
import { TextContext } from './text.ts'

const TEXTS = {
  zh_HK: lazyValue(async (): Promise<ViewerText> => (await import('#text/zh_HK/viewer.ts')).viewer),
  en_US: lazyValue(async (): Promise<ViewerText> => (await import('#text/en_US/viewer.ts')).viewer),
} as const satisfies Record<Language, unknown>

/**
 * Everything inside is in one language, texts and responses, whatever the user's is; the stored choice stays. The document is declared in
 * that language while it is shown. Suspends while the text loads.
 */
export function InLanguage({ language, children }: { language: Language; children: ReactNode }) {
  const text = TEXTS[language].use()
  const context = useCallContext()
  const client = useApiClient()
  const translated = useMemo(() => inLanguage(client, language), [client, language])
  const here = useMemo(() => ({ ...context, language }), [context, language])
  useDocumentLanguage(language)
  return (
    <TextContext value={text}>
      <ApiClientContext value={translated}>
        <CallContextContext value={here}>
          <div lang={htmlLang(language)}>{children}</div>
        </CallContextContext>
      </ApiClientContext>
    </TextContext>
  )
}

function useDocumentLanguage(language: Language): void {
  useLayoutEffect(() => {
    const html = document.documentElement
    const before = html.lang
    html.lang = htmlLang(language)
    return () => {
      html.lang = before
    }
  }, [language])
}

/** The same client with its responses in a language. Addresses carry theirs already. */
const inLanguage = (client: ApiClient, language: Language): ApiClient => ({
  call: (endpoint, input, options) => client.call(endpoint, input, { ...options, language }),
  callOrThrow: (endpoint, input, options) => client.callOrThrow(endpoint, input, { ...options, language }),
  upload: (endpoint, input, options) => client.upload(endpoint, input, { ...options, language }),
  get: client.get,
})
