import { type Endpoint, endpointUrl, type InputOf, type OutputOf } from '#contract/endpoint.ts'
import { callUrl, type CallContext } from './call-url.ts'
import { noteClosing } from '#web/viewer/account/account-closing.ts'
import { siteConfig } from './site-config.ts'
import { browserName, osName } from './device-capabilities.ts'
import { asEnvelope, CallError, type Envelope, isDeadSession, networkFailure } from './envelope.ts'
import { readLanguage } from './language.ts'
import { readSession, VISITOR } from '#web/viewer/session/session.ts'
import { currentText } from './text.ts'
import { deviceSerial } from '#web/viewer/session/visit-storage.ts'
import { parseXml } from './xml.ts'

/** A call that got no answer in this time counts as a network failure. */
const CALL_TIMEOUT_MS = 20_000

export interface CallOptions {
  signal?: AbortSignal
  /** Lets the call outlive the page (bookmarks on leaving). */
  keepalive?: boolean
  /** Speaks with this token instead of the stored one (to check it first): then nothing of the stored session is sent, and none ends. */
  token?: string
  /** The caller ends the session itself: an answer that calls it dead is no news. */
  ending?: boolean
}

/**
 * Calls an endpoint and answers its envelope; it never throws but for an abort. Rows that change something are POSTed as JSON, the others are GETs whose
 * query holds `language` and `pattern`; the rest of the request context is in `X-Client-Context`, the token in `Authorization`.
 */
export async function call<E extends Endpoint>(
  row: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<Envelope<OutputOf<E>>> {
  const context = readCallContext()
  if (options.token) context.profileId = undefined
  if (!row.changes && !row.postOnly) return send(callUrl(row, input, context), {}, options)
  const body = JSON.stringify({ ...(input as object), language: context.language, pattern: context.pattern })
  return send(endpointUrl(row), { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }, options)
}

/** As `call`, but gives the answer alone. @throws CallError on a refusal. */
export async function callOrThrow<E extends Endpoint>(
  row: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  return orThrow(await call(row, input, options))
}

/** GETs a ready address of ours (made by `callUrl` or `listUrl`). @throws CallError */
export async function get<T>(url: string, options: CallOptions = {}): Promise<T> {
  return orThrow(await send<T>(url, {}, options))
}

/** The words that every address carries, read from storage now. */
export function readCallContext(): CallContext {
  const { pattern, profile } = readSession()
  return { language: readLanguage(), pattern, profileId: profile?.profileId }
}

/** Refused to a member; 403 is refused to a child's profile, which this one may have become. */
const UNFORESEEN: ReadonlySet<string> = new Set(['NOT_ALLOWED', '403'])
let whenSessionEnds: (message: string) => void = () => {}
let whenNotAllowed = () => {}

/** The site says what happens when the server calls the stored token dead (SPEC 4); the message names the true cause. */
export function onSessionEnd(handler: (message: string) => void): void {
  whenSessionEnds = handler
}

/** The site says what happens when a member's call is refused that the site thought open: another profile may be chosen than it believes. */
export function onNotAllowed(handler: () => void): void {
  whenNotAllowed = handler
}

interface Sent {
  method?: 'POST'
  body?: string
  headers?: Record<string, string>
}

async function send<T>(url: string, init: Sent, options: CallOptions): Promise<Envelope<T>> {
  const { signal, keepalive } = options
  const { token } = readSession()
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), CALL_TIMEOUT_MS)
  const onAbort = () => abort.abort()
  signal?.addEventListener('abort', onAbort)
  try {
    if (signal?.aborted) abort.abort()
    const response = await fetch(url, {
      ...init,
      headers: { Accept: 'application/json', ...contextHeaders(options.token), ...init.headers },
      credentials: 'same-origin',
      signal: abort.signal,
      ...(keepalive ? { keepalive } : {}),
    })
    const envelope = asEnvelope<T>(await bodyOf(response), currentText().errors.network)
    // An answer to a token that is not the stored one any more concerns nobody.
    if (envelope.result === 'FAILED' && token && token === readSession().token && !options.token) {
      if (isDeadSession(envelope.errorCode) && !options.ending) whenSessionEnds(envelope.message)
      if (envelope.closing) noteClosing()
      else if (UNFORESEEN.has(envelope.errorCode)) whenNotAllowed()
    }
    return envelope
  } catch (error) {
    if (signal?.aborted) throw error
    return networkFailure(currentText().errors.network)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const fileName = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
  if (fileName) return { result: 'SUCCESS', fileName, bytes: new Uint8Array(await response.arrayBuffer()) }
  const text = await response.text()
  if ((response.headers.get('Content-Type') ?? '').includes('xml')) return parseXml(text)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function contextHeaders(otherToken?: string): Record<string, string> {
  const { token, mobileno, areaCode, profile } = otherToken ? { ...VISITOR, token: otherToken } : readSession()
  const context = new URLSearchParams({
    platform: 'website',
    appVersion: siteConfig().buildVersion,
    buildVersion: siteConfig().buildVersion,
    deviceModel: browserName(navigator.userAgent),
    deviceSerial: deviceSerial(),
    network: navigator.onLine ? 'online' : 'offline',
    osVersion: osName(navigator.userAgent, navigator.maxTouchPoints),
    areaCode: areaCode ?? '852',
  })
  if (mobileno) context.set('mobileno', mobileno)
  if (profile) context.set('profileId', profile.profileId)
  const headers: Record<string, string> = { 'X-Client-Context': context.toString() }
  if (token) headers.Authorization = `Bearer ${token}`
  return headers
}

function orThrow<T>(envelope: Envelope<T>): T {
  if (envelope.result === 'FAILED') throw new CallError(envelope)
  return envelope
}
