import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Log, loggableUrl } from '#server/kit/log.ts'
import type { FileReply, FindFile } from './http-deps.ts'
import type { Metrics } from './metrics.ts'
import { corsHeaders, type Origins } from './origins.ts'

export interface FastPath {
  readonly findFirst: (find: FindFile) => void
  readonly before: (routes: RequestListener) => RequestListener
}

export interface FastPathDeps {
  readonly origins: Origins
  readonly metrics: Metrics
  readonly log: Log
  readonly fixed: Readonly<Record<string, string>>
  readonly idOf: (request: IncomingMessage) => string
  readonly isClosing: () => boolean
  /** The console's own host has no media. */
  readonly isConsoleHost: (host: string | undefined) => boolean
}

/**
 * Serves media before Fastify. Every viewer requests a segment every two seconds, and behind nginx the server only authorizes it: the
 * framework would cost several times the response itself (`bench/segments`).
 * Headers, request id and metrics are as by the routes; the log line is at level debug. All else (refusals, missing objects, requests
 * during shutdown) is passed to the routes.
 */
export function createFastPath(deps: FastPathDeps): FastPath {
  const { origins, metrics, log, fixed, idOf, isClosing, isConsoleHost } = deps
  let find: FindFile = () => undefined
  return {
    findFirst: (found) => (find = found),
    before: (routes) => (request, response) => {
      const startedMs = performance.now()
      const found = isEligible(request) ? find(request) : undefined
      if (found === undefined) return routes(request, response)
      if (!(found instanceof Promise)) return void sendReply(request, response, { answer: found, startedMs })
      found.then(
        (answer) => (answer ? sendReply(request, response, { answer, startedMs }) : routes(request, response)),
        () => routes(request, response),
      )
    },
  }

  function isEligible({ method, headers }: IncomingMessage): boolean {
    return (method === 'GET' || method === 'HEAD') && !isClosing() && !isConsoleHost(headers.host)
  }

  async function sendReply(
    request: IncomingMessage,
    response: ServerResponse,
    { answer, startedMs }: ReplyToSend,
  ): Promise<void> {
    const requestId = idOf(request)
    const { route, status, headers, send } = answer
    try {
      response.writeHead(status, { ...fixed, ...crossOrigin(request), ...headers, 'x-request-id': requestId })
      if (send) await send(response)
      else response.end()
    } catch (error) {
      response.destroy()
      log.error({ err: error, reqId: requestId }, 'file not sent completely')
    }
    // The response promised keep-alive.
    if (isClosing()) request.socket.destroySoon()
    const ms = performance.now() - startedMs
    const method = request.method ?? ''
    metrics.observe({ method, route, status, seconds: ms / 1000 })
    if (log.isLevelEnabled('debug'))
      log.debug({ reqId: requestId, method, url: loggableUrl(request.url ?? ''), status, ms }, 'request')
  }

  function crossOrigin(request: IncomingMessage): Record<string, string> | undefined {
    return request.url?.startsWith('/v/') ? { ...corsHeaders(origins, request), vary: 'Origin' } : undefined
  }
}

interface ReplyToSend {
  readonly answer: FileReply
  readonly startedMs: number
}
