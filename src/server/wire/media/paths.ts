import type { FastifyRequest } from 'fastify'

/** The path as it was sent, before any decoding: what is escaped matches none of our grammars. */
export const pathOf = (request: FastifyRequest): string => pathIn(request.raw.url)

/** The path of a request's target. */
export const pathIn = (target: string | undefined): string => target?.split('?', 1)[0] ?? ''
