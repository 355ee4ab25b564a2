import type { CallContext } from './call-url.ts'
import { type Envelope, type Failure, networkFailure } from './envelope.ts'
import { isReachable } from './reachable.ts'

/** A call that sends or answers files counts as a network failure after this time. */
export const FILE_TIMEOUT_MS = 300_000

export interface RequestContext {
  address: CallContext
  /** The bearer token; undefined: no `Authorization`. */
  token: string | undefined
  /** The rest, for the `X-Client-Context` header; undefined values are left out. */
  client: Readonly<Record<string, string | undefined>>
}

export interface ApiClientOptions {
  /** Read for each request. With a token: the context of that token alone. */
  context: (token?: string) => RequestContext
  /** Called with every refusal (never with network failures) of a call made with the app's own token, or without any. */
  onRefusal: (refusal: Failure, token: string | undefined) => void
  networkMessage: () => string
  /** The message where the network is there, but the service does not answer. */
  unansweredMessage: () => string
  /** The message of a fault of the service; `code` is what the user quotes. */
  faultMessage: (code: string) => string
}

export function headersOf({ token, client }: RequestContext, contentType: string | false): Record<string, string> {
  const context = new URLSearchParams()
  for (const [name, value] of Object.entries(client)) if (value !== undefined) context.set(name, value)
  return {
    Accept: 'application/json',
    'X-Client-Context': context.toString(),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(contentType ? { 'Content-Type': contentType } : {}),
  }
}

export async function unansweredFailure(app: ApiClientOptions): Promise<Failure> {
  return networkFailure((await isReachable()) ? app.unansweredMessage() : app.networkMessage())
}

export function reported<T>(app: ApiClientOptions, envelope: Envelope<T>, { token }: RequestContext): Envelope<T> {
  if (envelope.result === 'FAILED' && envelope.errorCode !== 'NETWORK') app.onRefusal(envelope, token)
  return envelope
}
