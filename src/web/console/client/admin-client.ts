import { createContext, useContext } from 'react'
import { type AdminEndpoint, type AdminInputOf, type AdminOutputOf, adminUrl } from '#contract/admin/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import { asEnvelope, CallError, type Envelope, type Failure, networkFailure, sayFault } from '#web/kit/envelope.ts'
import { isReachable, noteAnswer } from '#web/kit/reachable.ts'

const TIMEOUT_MS = 20_000
const UPLOAD_TIMEOUT_MS = 300_000

/** Asked of every call, so that no form of another site can make it. `poll`: does not count as use of the session. */
const HEADER = 'X-Harbour-Console'

export interface AdminCallOptions {
  readonly signal?: AbortSignal | undefined
  readonly isPoll?: boolean
  /** A refusal for want of a session is answered as it is. */
  readonly isQuiet?: boolean
  /** Until the answer; 20 s without it. */
  readonly limitMs?: number
}

export interface AdminClient {
  /** A call that is refused for want of a session or of a fresh code is repeated once the operator has given it. */
  call<E extends AdminEndpoint>(
    endpoint: E,
    input: AdminInputOf<E>,
    options?: AdminCallOptions,
  ): Promise<Envelope<AdminOutputOf<E>>>
  /** @throws CallError */
  callOrThrow<E extends AdminEndpoint>(
    endpoint: E,
    input: AdminInputOf<E>,
    options?: AdminCallOptions,
  ): Promise<AdminOutputOf<E>>
  download(endpoint: Pick<AdminEndpoint, 'path'>, input: object): Promise<Download>
  /** Sends a file as the body of a call whose address has a query. */
  upload<T>(url: string, file: File): Promise<Envelope<T>>
}

/** A file of rows: `csv` and how many. */
export type Download = { readonly result: 'SUCCESS'; readonly csv: Blob; readonly rows: number } | Failure

export interface AdminClientOptions {
  readonly language: () => Language
  /** Ask the operator; true: the call may be repeated. */
  readonly signIn: () => Promise<boolean>
  readonly stepUp: () => Promise<boolean>
  readonly networkMessage: () => string
  readonly unansweredMessage: () => string
  readonly faultMessage: (code: string) => string
}

export function createAdminClient(app: AdminClientOptions): AdminClient {
  return { call, callOrThrow, download, upload }

  async function call<E extends AdminEndpoint>(
    endpoint: E,
    input: AdminInputOf<E>,
    options: AdminCallOptions = {},
  ): Promise<Envelope<AdminOutputOf<E>>> {
    const answer = await send<AdminOutputOf<E>>(app, { url: adminUrl(endpoint), input }, options)
    if (answer.result !== 'FAILED' || endpoint.kind === 'session' || options.isQuiet) return answer
    if (answer.errorCode === 'LOGIN_REQUIRED' && (await app.signIn())) return call(endpoint, input, options)
    if (answer.errorCode === 'STEP_UP_REQUIRED' && (await app.stepUp())) return call(endpoint, input, options)
    return answer
  }

  async function callOrThrow<E extends AdminEndpoint>(
    endpoint: E,
    input: AdminInputOf<E>,
    options: AdminCallOptions = {},
  ): Promise<AdminOutputOf<E>> {
    const answer = await call(endpoint, input, options)
    if (answer.result === 'FAILED') throw new CallError(answer)
    return answer
  }

  async function download(endpoint: Pick<AdminEndpoint, 'path'>, input: object): Promise<Download> {
    const query = new URLSearchParams({ query: JSON.stringify(input), language: app.language() })
    const answer = await receive(app, `${adminUrl(endpoint)}?${query}`)
    const again = answer.result === 'FAILED' && answer.errorCode === 'LOGIN_REQUIRED' && (await app.signIn())
    return again ? download(endpoint, input) : answer
  }

  async function upload<T>(url: string, file: File): Promise<Envelope<T>> {
    const answer = await post<T>(app, `${url}&language=${app.language()}`, {
      body: file,
      type: file.type,
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    })
    const again = answer.result === 'FAILED' && answer.errorCode === 'LOGIN_REQUIRED' && (await app.signIn())
    return again ? upload(url, file) : answer
  }
}

/** Without a limit of time: a file of many rows takes as long as it takes. */
async function receive(app: AdminClientOptions, url: string): Promise<Download> {
  try {
    const response = await fetch(url, { headers: { [HEADER]: '1' }, credentials: 'same-origin', cache: 'no-store' })
    if (response.headers.get('Content-Type')?.startsWith('text/csv'))
      return { result: 'SUCCESS', csv: await response.blob(), rows: Number(response.headers.get('X-Row-Count')) }
    const body: unknown = await response.json().catch(() => undefined)
    const refused = sayFault(asEnvelope<object>(body, app.unansweredMessage()), response.status, app.faultMessage)
    return refused.result === 'FAILED' ? refused : networkFailure(app.unansweredMessage())
  } catch {
    return networkFailure((await isReachable()) ? app.unansweredMessage() : app.networkMessage())
  }
}

async function send<T>(
  app: AdminClientOptions,
  { url, input }: { url: string; input: unknown },
  { signal, isPoll = false, limitMs = TIMEOUT_MS }: AdminCallOptions,
): Promise<Envelope<T>> {
  const limit = AbortSignal.timeout(limitMs)
  return post<T>(app, url, {
    body: JSON.stringify({ ...(input as object), language: app.language() }),
    type: 'application/json',
    use: isPoll ? 'poll' : '1',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    caller: signal,
  })
}

interface Post {
  body: BodyInit
  type: string
  use?: string
  signal: AbortSignal
  /** Of the caller: aborted by them, it rejects. */
  caller?: AbortSignal | undefined
}

async function post<T>(
  app: AdminClientOptions,
  url: string,
  { body: sent, type, use = '1', signal, caller }: Post,
): Promise<Envelope<T>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': type, [HEADER]: use },
      body: sent,
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    })
    noteAnswer()
    const body: unknown = await response.json().catch(() => undefined)
    return sayFault(asEnvelope<T>(body, app.unansweredMessage()), response.status, app.faultMessage)
  } catch (error) {
    if (caller?.aborted) throw error
    return networkFailure((await isReachable()) ? app.unansweredMessage() : app.networkMessage())
  }
}

export const AdminClientContext = createContext<AdminClient | undefined>(undefined)

/** @throws outside of an `AdminClientContext` */
export function useAdminClient(): AdminClient {
  const client = useContext(AdminClientContext)
  if (!client) throw new Error('no AdminClientContext above')
  return client
}
