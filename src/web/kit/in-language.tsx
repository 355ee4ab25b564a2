import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import type { Language } from '#contract/languages.ts'
import { type ApiClient, ApiClientContext, useApiClient } from './api-client.ts'
import { CallContextContext, useCallContext } from './call-context.ts'
import { htmlLang } from './language.ts'

/** Calls and lazy texts inside are in one language; the stored choice stays. */
export function InLanguage({ language, children }: { language: Language; children: ReactNode }) {
  const context = useCallContext()
  const client = useApiClient()
  const translated = useMemo(() => inLanguage(client, language), [client, language])
  const here = useMemo(() => ({ ...context, language }), [context, language])
  useDocumentLanguage(language)
  return (
    <ApiClientContext value={translated}>
      <CallContextContext value={here}>
        <div lang={htmlLang(language)}>{children}</div>
      </CallContextContext>
    </ApiClientContext>
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
