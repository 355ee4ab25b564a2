import type { FastifyRequest } from 'fastify'

/** The undecoded path. Percent-encoded paths match none of the path grammars. */
export const pathOf = (request: FastifyRequest): string => pathIn(request.raw.url)

/** The path of a request target. */
export const pathIn = (target: string | undefined): string => target?.split('?', 1)[0] ?? ''
