import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { ViewerText } from '#text/zh_HK/viewer.ts'
import type { Language } from '#contract/languages.ts'
import { ApiClientContext } from '#web/kit/api-client.ts'
import { CallContextContext } from '#web/kit/call-context.ts'
import { apiClient } from '#web/viewer/session/api-client.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { ShellTextContext } from '#web/viewer/text/shell-text.ts'

export interface AppProps {
  queries: QueryClient
  text: ViewerText
  language: Language
  /** A hash router in the browser, a static one in the prerender. */
  children: ReactNode
}

export function App({ queries, text, language, children }: AppProps) {
  const { pattern, profile } = useSession()
  const profileId = profile?.profileId
  const context = useMemo(() => ({ language, pattern, profileId }), [language, pattern, profileId])
  return (
    <QueryClientProvider client={queries}>
      <ShellTextContext value={text}>
        <ApiClientContext value={apiClient}>
          <CallContextContext value={context}>{children}</CallContextContext>
        </ApiClientContext>
      </ShellTextContext>
    </QueryClientProvider>
  )
}
