import type { FastifyReply, FastifyRequest } from 'fastify'
import { respondWithObject, type ObjectSource, type StoredObject } from './object-response.ts'

/** Adds to what an answer depends on: a hook may have named the origin. */
export function addVary(reply: FastifyReply, field: string): void {
  const named = reply.getHeader('vary')
  reply.header('vary', named === undefined ? field : `${String(named)}, ${field}`)
}

export interface SourceAndObject {
  readonly source: ObjectSource
  readonly object: StoredObject
}

/** Sends a stored object through a route, with the headers that its hooks have set. @throws NOT_FOUND */
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
    // The head is out: there is nothing left to answer.
    request.log.error({ err: error }, 'file not sent completely')
  }
  return undefined
}
