import { AsyncLocalStorage } from 'node:async_hooks'

/** The request in which, or on behalf of which, the current code runs, and the part of its trace. */
interface Running {
  readonly requestId: string | null
  readonly spanId?: string
}

const current = new AsyncLocalStorage<Running>()

export const currentRequestId = (): string | null => current.getStore()?.requestId ?? null

/** `null`: on behalf of no request, though one may have begun it. */
export const inRequest = <T>(requestId: string | null, work: () => T): T => current.run({ requestId }, work)

/** Work of a request that is done after its answer, in any process. */
export const inJob = <T>(requestId: string | null, name: string, work: () => Promise<T>): Promise<T> =>
  inRequest(requestId, () => inSpan(name, work))

export type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanStart {
  readonly requestId: string
  /** Of the span around it. Undefined: the request. */
  readonly parentId?: string | undefined
  readonly attributes?: SpanAttributes | undefined
  /** It has begun so long ago. */
  readonly elapsedMs?: number
}

export interface Span {
  readonly spanId: string
  end(more?: { readonly attributes?: SpanAttributes; readonly error?: unknown }): void
}

/** Keeps what takes how long in a request. The trace is found by the request's id, in every process. */
export interface Tracer {
  /** `parentId`: of the trusted proxy's span. */
  startRequest(name: string, start: SpanStart): Span
  start(name: string, start: SpanStart): Span
}

let tracer: Tracer | undefined

/** Of this process: undefined unless it is traced. */
export const currentTracer = (): Tracer | undefined => tracer

export function traceWith(chosen: Tracer | undefined): void {
  tracer = chosen
}

/** Without a tracer or a request the work alone. */
export async function inSpan<T>(name: string, work: () => Promise<T>, attributes?: SpanAttributes): Promise<T> {
  const { requestId = null, spanId: parentId } = current.getStore() ?? {}
  if (tracer === undefined || requestId === null) return work()
  const span = tracer.start(name, { requestId, parentId, attributes })
  let error: unknown
  try {
    return await current.run({ requestId, spanId: span.spanId }, work)
  } catch (thrown) {
    error = thrown
    throw thrown
  } finally {
    span.end({ error })
  }
}

/** What has just ended within the current span. */
export function noteSpan(name: string, elapsedMs: number, attributes: SpanAttributes): void {
  const { requestId = null, spanId: parentId } = current.getStore() ?? {}
  if (tracer && requestId !== null) tracer.start(name, { requestId, parentId, attributes, elapsedMs }).end()
}

/** Runs what follows in the request, as a part of its span. */
export const inRequestSpan = <T>(requestId: string, { spanId }: Span, work: () => T): T =>
  current.run({ requestId, spanId }, work)
