import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpConfig } from './http-deps.ts'

/** Whose pages are ours: the site, the three hosts, and what the operator adds. */
export interface Origins {
  readonly isOurs: (origin: string) => boolean
  /** The hosts that pages load media and orders from, for the content security policy. */
  readonly hosts: readonly string[]
}

const LOOPBACK_ORIGIN = /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/

/** Without a PUBLIC_URL the service is tried on this machine, under whichever of its names. */
export function createOrigins(config: HttpConfig): Origins {
  const hosts = [config.FREE_HOST_BASE, config.MAIN_HOST_BASE, config.UHD_HOST_BASE].filter(Boolean).map(originOf)
  const ours = new Set([config.PUBLIC_URL, ...config.ALLOWED_ORIGINS].filter((url) => url !== undefined).map(originOf))
  for (const host of hosts) ours.add(host)
  return {
    hosts: [...new Set(hosts)],
    isOurs: (origin) => ours.has(origin) || (config.PUBLIC_URL === undefined && LOOPBACK_ORIGIN.test(origin)),
  }
}

const originOf = (url: string): string => new URL(url).origin

/** What pages of the site may ask of the other hosts: media, the order that leads to them, and the pop-up ads. */
export const isShared = (path: string): boolean =>
  path.startsWith('/v/') || path === '/api_v2/order' || path === '/api/homePopupAd.action'

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'authorization, content-type, range, x-client-context',
  'access-control-max-age': '7200',
} as const

/** The headers that let a page of ours on another host read an answer; none for anybody else's page. */
export function corsHeaders(origins: Origins, { headers }: Pick<FastifyRequest, 'headers'>): Record<string, string> {
  const { origin } = headers
  if (origin === undefined || !origins.isOurs(origin)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'content-length, content-range, retry-after, x-request-id',
  }
}

/** Answers a preflight: with permission for pages of ours, plainly for others. */
export function replyPreflight(origins: Origins, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = corsHeaders(origins, request)
  if (allowed['access-control-allow-origin']) reply.headers({ ...allowed, ...PREFLIGHT })
  return reply.header('vary', 'Origin').status(204).send()
}
