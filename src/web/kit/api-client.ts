import { createContext, useContext } from 'react'
import { type Endpoint, endpointUrl, type InputOf, type OutputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import { callUrl } from './call-url.ts'
import { loadChunk } from './chunk.ts'
import { asEnvelope, CallError, type Envelope, type Failure, sayFault } from './envelope.ts'
import { noteAnswer } from './reachable.ts'
import { type ApiClientOptions, FILE_TIMEOUT_MS, headersOf, reported, unansweredFailure } from './request-context.ts'
import { learnServerTime } from './server-clock.ts'
import type { FileInput, UploadOptions } from './upload.ts'

export type { ApiClientOptions, RequestContext } from './request-context.ts'

const CALL_TIMEOUT_MS = 20_000

export interface CallOptions {
  signal?: AbortSignal
  /** Lets the call outlive the page. */
  keepalive?: boolean
  language?: Language
  /** Uses this token instead of the app's own; refusals are then not reported. */
  token?: string
  /** Sends no token and no context: a plain request needs no preflight on another host. */
  anonymous?: boolean
  /** Sends the input in the body, whatever the endpoint: nothing of it is in an address. */
  post?: boolean
  /** True for a refusal that the caller handles itself: it is not reported. */
  handles?: (refusal: Failure) => boolean
}

export interface ApiClient {
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<Envelope<OutputOf<E>>>
  callOrThrow<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>>
  /** As `call`, for files: they are sent as multipart/form-data. `uploads.rules.ts` has what they may be. */
  upload<E extends Endpoint>(endpoint: E, input: FileInput<E>, options?: UploadOptions): Promise<Envelope<OutputOf<E>>>
  /** GETs an address that `callUrl` or `listUrl` made. @throws CallError on a refusal. */
  get<T>(url: string, options?: CallOptions): Promise<T>
}

export function createApiClient(app: ApiClientOptions): ApiClient {
  return { call, callOrThrow, get, upload }

  async function upload<E extends Endpoint>(
    endpoint: E,
    input: FileInput<E>,
    options: UploadOptions = {},
  ): Promise<Envelope<OutputOf<E>>> {
    const { sendFiles } = await loadChunk(() => import('./upload.ts'))
    return sendFiles(app, { endpoint, input }, options)
  }

  async function call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options: CallOptions = {},
  ): Promise<Envelope<OutputOf<E>>> {
    const { address: own } = app.context(options.token)
    const address = { ...own, language: options.language ?? own.language }
    if (!endpoint.changes && !endpoint.postOnly && !options.post)
      return send(app, { url: callUrl(endpoint, input, address) }, options)
    const { language, pattern } = address
    const body = JSON.stringify({ ...(input as object), language, pattern })
    const timeoutMs = endpoint.uploads || endpoint.file ? FILE_TIMEOUT_MS : CALL_TIMEOUT_MS
    return send(app, { url: endpointUrl(endpoint), body, timeoutMs }, options)
  }

  async function callOrThrow<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options: CallOptions = {},
  ): Promise<OutputOf<E>> {
    return orThrow(await call(endpoint, input, options))
  }

  async function get<T>(url: string, options: CallOptions = {}): Promise<T> {
    return orThrow(await send<T>(app, { url }, options))
  }
}

interface Sent {
  url: string
  body?: string
  timeoutMs?: number
}

async function send<T>(
  app: ApiClientOptions,
  { url, body, timeoutMs = CALL_TIMEOUT_MS }: Sent,
  options: CallOptions,
): Promise<Envelope<T>> {
  const { signal, keepalive } = options
  const context = app.context(options.token)
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  const onAbort = () => abort.abort()
  signal?.addEventListener('abort', onAbort)
  try {
    if (signal?.aborted) abort.abort()
    const sentAt = Date.now()
    const response = await fetch(url, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      headers: options.anonymous
        ? { Accept: 'application/json' }
        : headersOf(context, body !== undefined && 'application/json'),
      credentials: 'same-origin',
      signal: abort.signal,
      ...(keepalive ? { keepalive } : {}),
    })
    noteAnswer()
    learnServerTime(response, sentAt)
    const answer = asEnvelope<T>(await bodyOf(response), app.unansweredMessage())
    const envelope = withRetryAfter(sayFault(answer, response.status, app.faultMessage), response)
    const isAnothers = options.token !== undefined || options.anonymous === true
    const isOurs = !isAnothers && !(envelope.result === 'FAILED' && options.handles?.(envelope))
    return isOurs ? reported(app, envelope, context) : envelope
  } catch (error) {
    if (signal?.aborted) throw error
    return unansweredFailure(app)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** A proxy that refuses says in its header only how long to wait. */
function withRetryAfter<T>(envelope: Envelope<T>, { status, headers }: Response): Envelope<T> {
  const seconds = status === 429 || status === 503 ? Number(headers.get('Retry-After')) : 0
  if (envelope.result !== 'FAILED' || envelope.errorCode === 'NETWORK') return envelope
  return seconds > 0 ? ({ retryAfter: seconds, ...envelope } as Failure) : envelope
}

async function bodyOf(response: Response): Promise<unknown> {
  const fileName = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
  if (fileName) return { result: 'SUCCESS', fileName, bytes: new Uint8Array(await response.arrayBuffer()) }
  const text = await response.text()
  if ((response.headers.get('Content-Type') ?? '').includes('xml')) return (await import('./xml.ts')).parseXml(text)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function orThrow<T>(envelope: Envelope<T>): T {
  if (envelope.result === 'FAILED') throw new CallError(envelope)
  return envelope
}

export const ApiClientContext = createContext<ApiClient | undefined>(undefined)

/** @throws outside of an `ApiClientContext` */
export function useApiClient(): ApiClient {
  const client = useContext(ApiClientContext)
  if (!client) throw new Error('no ApiClientContext above')
  return client
}
