import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import type { AdminEndpoint } from '#contract/admin/endpoint.ts'
import { adminUrl } from '#contract/admin/endpoint.ts'
import { me as readMe } from '#contract/admin/session.ts'
import type { Language } from '#contract/languages.ts'
import { App } from '#web/console/boot/app.tsx'
import { consoleClient } from '#web/console/client/console-client.ts'
import { type Me, readSession, session } from '#web/console/client/session.ts'
import { loadShellText } from '#web/console/shell/shell-text.ts'
import { Shell } from '#web/console/shell/shell.tsx'
import { HashRouter } from '#web/kit/router.tsx'
import { storeLanguage } from '#web/kit/language.ts'
import { createQueryClient } from '#web/kit/use-call.ts'

// Happy DOM lacks it; the rail keeps the current screen in view.
Element.prototype.scrollIntoView = () => {}

export const ADMINISTRATOR: Me = {
  operator: { operatorId: 'op-ada', name: 'Ada Lam', email: 'ada@console.test' },
  roles: ['administrator'],
  expiresAt: '2026-11-21T12:00:00Z',
  idleAt: '2026-11-21T01:00:00Z',
  approvals: 0,
  queues: {},
  brand: { zh_HK: '港映', en_US: 'Harbour' },
  siteUrl: 'https://site.test',
}

export const LOGIN_REQUIRED = { result: 'FAILED', errorCode: 'LOGIN_REQUIRED', message: 'login' } as const
export const STEP_UP_REQUIRED = { result: 'FAILED', errorCode: 'STEP_UP_REQUIRED', message: 'step up' } as const

export const pageOf = (list: readonly object[], next: string | null = null) => ({
  list,
  next,
  total: list.length,
  isMore: false,
})

export interface Received {
  readonly path: string
  readonly input: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

/** An object is a success. Undefined: the answer is lost. */
type Answer = object | undefined | ((request: Received) => object | undefined | Promise<object | undefined>)
export type Answers = readonly (readonly [Pick<AdminEndpoint, 'path'>, Answer])[]

interface ConsoleOptions {
  path?: string
  /** Undefined: nobody is signed in. */
  me?: Me | undefined
  answers?: Answers
  language?: Language
}

/** The whole console before a server whose answers are given. A call that is not listed is not found. */
export async function renderConsole({ path = '/', me, answers = [], language = 'zh_HK' }: ConsoleOptions = {}) {
  const received: Received[] = []
  const current = { me }
  const answerOf = async (url: string, init: RequestInit): Promise<object | undefined> => {
    const path = url.split('?')[0]!
    if (!path.startsWith('/api_admin/')) return {}
    const input = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
    const request = { path, input, headers: new Headers(init.headers) }
    received.push(request)
    const own = answers.findLast(([endpoint]) => adminUrl(endpoint) === path)?.[1]
    if (own === undefined && path === adminUrl(readMe)) return current.me ?? LOGIN_REQUIRED
    if (own === undefined) return { result: 'FAILED', errorCode: 'NOT_FOUND', message: `no ${path}` }
    return typeof own === 'function' ? own(request) : own
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const answer = await answerOf(url, init)
    if (answer === undefined) throw new TypeError('the connection broke')
    return answer instanceof Response ? answer : Response.json({ result: 'SUCCESS', ...answer })
  })
  storeLanguage(language)
  session.reset()
  history.replaceState(null, '', `#${path}`)
  const text = await loadShellText(language)
  await readSession(consoleClient)
  const queries = createQueryClient()
  const view = await act(async () =>
    render(
      <App queries={queries} client={consoleClient} text={text} language={language}>
        <HashRouter>
          <Shell />
        </HashRouter>
      </App>,
    ),
  )
  const callsOf = (endpoint: Pick<AdminEndpoint, 'path'>) => received.filter((call) => call.path === adminUrl(endpoint))
  return { ...view, user: userEvent.setup(), callsOf, current }
}
