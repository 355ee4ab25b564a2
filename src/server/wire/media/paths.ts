import type { FastifyRequest } from 'fastify'

/** The undecoded path. Percent-encoded paths match none of the path grammars. */
export const pathOf = (request: FastifyRequest): string => pathIn(request.raw.url)

export const pathIn = (target: string | undefined): string => target?.split('?', 1)[0] ?? ''
