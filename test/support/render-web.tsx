import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { useLocation } from '#web/kit/router.tsx'
import { MemoryRouter } from './memory-router.tsx'
import { vi } from 'vitest'
import { type Endpoint, endpointUrl } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import { viewer as english } from '#text/en_US/viewer.ts'
import { viewer as chinese } from '#text/zh_HK/viewer.ts'
import { type ApiClient, ApiClientContext } from '#web/kit/api-client.ts'
import { CallContextContext } from '#web/kit/call-context.ts'
import { CallError } from '#web/kit/envelope.ts'
import { ShellTextContext } from '#web/viewer/text/shell-text.ts'
import { createQueryClient } from '#web/kit/use-call.ts'
import { QueryClientProvider } from '@tanstack/react-query'

type Read = object | Promise<object> | ((query: URLSearchParams) => object | Promise<object>)

interface WebOptions {
  /** Where the router is. */
  path?: string
  /** The responses of reads, by endpoint or path, perhaps later or by the query. A read that is not among them fails. */
  reads?: readonly (readonly [Endpoint | string, Read])[]
  /** Answers the calls that change something, and those that send files. */
  answer?: (endpoint: Endpoint, input: unknown) => object | Promise<object>
  /** Of the shell and of figures; lazy text is in the language that was stored when its module was loaded. */
  language?: Language
  pattern?: 'normal' | 'children'
}

/** Renders a part of the site, in Chinese by default, with a router and a client whose answers are given. `go` is what was asked of the router last. */
export async function renderWeb(
  element: ReactNode,
  { path = '/', reads = [], answer, language = 'zh_HK', pattern = 'normal' }: WebOptions = {},
) {
  const byPath = new Map(reads.map(([at, response]) => [typeof at === 'string' ? at : endpointUrl(at), response]))
  const call = vi.fn<(endpoint: Endpoint, input: unknown) => Promise<object>>(
    async (endpoint, input) => (await answer?.(endpoint, input)) ?? { result: 'SUCCESS' },
  )
  const get = async (url: string) => {
    const [pathname = '', query] = url.split('?')
    const read = byPath.get(pathname)
    const response = await (typeof read === 'function' ? read(new URLSearchParams(query)) : read)
    if (!response) throw new CallError({ result: 'FAILED', errorCode: 'NOT_FOUND', message: `no ${url}` })
    return { result: 'SUCCESS', ...response }
  }
  const callOrThrow = async (endpoint: Endpoint, input: unknown) => {
    const response = (await call(endpoint, input)) as { result?: string }
    if (response.result === 'FAILED') throw new CallError(response as never)
    return response
  }
  const at = { current: '' }
  function Address() {
    const { pathname, search } = useLocation()
    at.current = pathname + search
    return null
  }
  const around = (inner: ReactNode) => (
    <QueryClientProvider client={createQueryClient()}>
      <ApiClientContext value={{ get, call, upload: call, callOrThrow } as unknown as ApiClient}>
        <ShellTextContext value={language === 'en_US' ? english : chinese}>
          <CallContextContext value={{ language, pattern }}>
            <MemoryRouter initialEntries={[path]}>
              <Address />
              <Suspense fallback={null}>{inner}</Suspense>
            </MemoryRouter>
          </CallContextContext>
        </ShellTextContext>
      </ApiClientContext>
    </QueryClientProvider>
  )
  const view = await act(async () => render(around(element)))
  return { ...view, user: userEvent.setup(), call, at }
}
