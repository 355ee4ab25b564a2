import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currentTracer, inRequest, inRequestSpan, type Span } from '#server/kit/request-context.ts'
import type { Trust } from '../trusted-origin.ts'

export type IdOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string

/** Once its body is received, which comes on the connection's events: what follows runs in the request, and so do the jobs it adds. */
export function bindRequestContext(app: FastifyInstance, trust: Trust): void {
  const tracer = currentTracer()
  if (!tracer) return void app.addHook('preHandler', (request, _reply, done) => inRequest(request.id, done))
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('preHandler', (request, reply, done) => {
    const { id: requestId, method, routeOptions, raw } = request
    const parentId = trust(raw.socket.remoteAddress) ? parentOf(raw.headers)?.spanId : undefined
    const route = routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': method, 'http.route': route }
    const start = { requestId, parentId, attributes, elapsedMs: reply.elapsedTime }
    const span = tracer.startRequest(`${method} ${route}`, start)
    spans.set(request, span)
    inRequestSpan(requestId, span, done)
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const error = statusCode >= 500 ? new Error() : undefined
    spans.get(request)?.end({ attributes: { 'http.response.status_code': statusCode }, error })
    done()
  })
}

/** A trusted proxy's: the trace that it began, or its own id, so that both logs match. Else a new one. */
export function createRequestIds(trust: Trust): IdOf {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return ({ headers, socket }) =>
    (trust(socket.remoteAddress) ? (parentOf(headers)?.traceId ?? forwardedId(headers)) : undefined) ??
    `${prefix}-${(count++).toString(36)}`
}

/** W3C Trace Context, 3.2. */
const TRACE_PARENT = /^00-(?<traceId>(?!0{32})[\da-f]{32})-(?<spanId>(?!0{16})[\da-f]{16})-[\da-f]{2}$/

const parentOf = ({ traceparent }: IncomingMessage['headers']): Partial<Record<string, string>> | undefined =>
  typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.groups : undefined

function forwardedId({ 'x-request-id': forwarded }: IncomingMessage['headers']): string | undefined {
  return typeof forwarded === 'string' && /^[\w.:-]{1,64}$/.test(forwarded) ? forwarded : undefined
}
