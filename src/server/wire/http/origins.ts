import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpConfig } from './http-deps.ts'

/** Of our own pages: the site, the three hosts, and those configured by the operator. */
export interface Origins {
  readonly isOurs: (origin: string) => boolean
  readonly hosts: readonly string[]
}

const LOOPBACK_ORIGIN = /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/

/** Without a PUBLIC_URL, any loopback origin is accepted. */
export function createOrigins(config: HttpConfig): Origins {
  const hosts = [config.FREE_HOST_BASE, config.MAIN_HOST_BASE, config.UHD_HOST_BASE].filter(Boolean).map(originOf)
  const ownOrigins = new Set(
    [config.PUBLIC_URL, ...config.ALLOWED_ORIGINS].filter((url) => url !== undefined).map(originOf),
  )
  for (const host of hosts) ownOrigins.add(host)
  return {
    hosts: [...new Set(hosts)],
    isOurs: (origin) => ownOrigins.has(origin) || (config.PUBLIC_URL === undefined && LOOPBACK_ORIGIN.test(origin)),
  }
}

const originOf = (url: string): string => new URL(url).origin

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'authorization, content-type, range, x-client-context',
  'access-control-max-age': '7200',
} as const

/** For our own pages on another host. Cookies do not authenticate, so credentials are not allowed: a page sends its token as a bearer. */
export function corsHeaders(origins: Origins, { headers }: Pick<FastifyRequest, 'headers'>): Record<string, string> {
  const { origin } = headers
  if (origin === undefined || !origins.isOurs(origin)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'content-length, content-range, retry-after, x-request-id',
  }
}

export function replyPreflight(origins: Origins, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = corsHeaders(origins, request)
  if (allowed['access-control-allow-origin']) reply.headers({ ...allowed, ...PREFLIGHT })
  return reply.header('vary', 'Origin').status(204).send()
}
