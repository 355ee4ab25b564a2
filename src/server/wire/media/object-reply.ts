import type { FastifyReply, FastifyRequest } from 'fastify'
import { respondWithObject, type ObjectSource, type StoredObject } from './object-response.ts'

/** Appends a field to `Vary`, which a hook may have set. */
export function addVary(reply: FastifyReply, field: string): void {
  const current = reply.getHeader('vary')
  reply.header('vary', current === undefined ? field : `${String(current)}, ${field}`)
}

export interface SourceAndObject {
  readonly source: ObjectSource
  readonly object: StoredObject
}

/**
 * Sends a stored object through a route, with the headers set by its hooks.
 * @throws NOT_FOUND
 */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { source, object }: SourceAndObject,
): Promise<unknown> {
  const { status, headers, send } = await respondWithObject(request, source, object)
  const { vary, ...others } = headers
  reply.code(status).headers(others)
  if (vary !== undefined) addVary(reply, vary)
  if (!send) return reply.send()
  reply.hijack()
  reply.raw.writeHead(status, reply.getHeaders() as Record<string, string>)
  try {
    await send(reply.raw)
  } catch (error) {
    // The headers are already sent, so no error response is possible.
    request.log.error({ err: error }, 'file not sent completely')
  }
  return undefined
}
