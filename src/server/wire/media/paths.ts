import type { FastifyRequest } from 'fastify'

/** The path as it was sent, before any decoding: what is escaped matches none of our grammars. */
export const pathOf = (request: FastifyRequest): string => request.raw.url?.split('?', 1)[0] ?? ''
