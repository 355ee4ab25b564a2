import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { inRequest } from '#server/kit/request-context.ts'
import type { Trust } from '../trusted-origin.ts'

export type IdOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string

/** Once its body is received, which comes on the connection's events: what follows runs in the request, and so do the jobs it adds. */
export function bindRequestContext(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => inRequest(request.id, done))
}

/** A trusted proxy's: the trace that it began, or its own id, so that both logs match. Else a new one. */
export function createRequestIds(trust: Trust): IdOf {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return ({ headers, socket }) =>
    (trust(socket.remoteAddress) ? (traceOf(headers) ?? forwardedId(headers)) : undefined) ??
    `${prefix}-${(count++).toString(36)}`
}

/** W3C Trace Context, 3.2. */
const TRACE_PARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

const traceOf = ({ traceparent }: IncomingMessage['headers']): string | undefined =>
  typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined

function forwardedId({ 'x-request-id': forwarded }: IncomingMessage['headers']): string | undefined {
  return typeof forwarded === 'string' && /^[\w.:-]{1,64}$/.test(forwarded) ? forwarded : undefined
}
