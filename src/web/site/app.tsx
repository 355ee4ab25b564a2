import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ViewerText } from '#text/zh_HK/viewer.ts'
import { CallContextContext } from '#web/lib/call-context.ts'
import type { CallContext } from '#web/lib/call-url.ts'
import { TextContext } from '#web/lib/text.ts'

export interface AppProps {
  queries: QueryClient
  text: ViewerText
  context: CallContext
  /** The router with the shell inside: a hash router in the browser, a still one in the prerender. */
  children: ReactNode
}

/** What everything below may ask for: answers, sentences, the reader's context. */
export function App({ queries, text, context, children }: AppProps) {
  return (
    <QueryClientProvider client={queries}>
      <TextContext value={text}>
        <CallContextContext value={context}>{children}</CallContextContext>
      </TextContext>
    </QueryClientProvider>
  )
}
