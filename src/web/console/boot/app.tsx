import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { ConsoleShellText } from '#text/zh_HK/console-shell.ts'
import type { Language } from '#contract/languages.ts'
import { CallContextContext } from '#web/kit/call-context.ts'
import { type AdminClient, AdminClientContext } from '../client/admin-client.ts'
import { ShellTextContext } from '../shell/shell-text.ts'

interface AppProps {
  queries: QueryClient
  client: AdminClient
  text: ConsoleShellText
  language: Language
  children: ReactNode
}

export function App({ queries, client, text, language, children }: AppProps) {
  const context = useMemo(() => ({ language, pattern: 'normal' as const }), [language])
  return (
    <QueryClientProvider client={queries}>
      <AdminClientContext value={client}>
        <ShellTextContext value={text}>
          <CallContextContext value={context}>{children}</CallContextContext>
        </ShellTextContext>
      </AdminClientContext>
    </QueryClientProvider>
  )
}
