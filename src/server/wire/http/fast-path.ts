import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Log, loggableUrl } from '#server/kit/log.ts'
import type { FileReply, FindFile } from './http-deps.ts'
import type { Metrics } from './metrics.ts'
import { corsHeaders, isShared, type Origins } from './origins.ts'

export interface FastPath {
  readonly findFirst: (find: FindFile) => void
  /** The listener that asks the lane, then the routes. */
  readonly before: (routes: RequestListener) => RequestListener
}

export interface FastPathDeps {
  readonly origins: Origins
  readonly metrics: Metrics
  readonly log: Log
  /** Headers of every file. */
  readonly fixed: Readonly<Record<string, string>>
  readonly idOf: (request: IncomingMessage) => string
  readonly isClosing: () => boolean
}

/**
 * Media before Fastify. Each viewer asks for a segment every two seconds, all evening, and behind nginx all that we do for one
 * is to say yes: a framework's objects and hooks and a line in the log would cost several times the answer itself
 * (`bench/segments`). So files that may be had are answered on the bare server, with the same headers, request id and
 * measurement as by the routes; their lines in the log are of level debug. Everything else (refusals, what is missing, whatever
 * comes while the server closes) goes on to the routes, which answer it in full.
 */
export function createFastPath({ origins, metrics, log, fixed, idOf, isClosing }: FastPathDeps): FastPath {
  let find: FindFile = () => undefined
  return {
    findFirst: (found) => (find = found),
    before: (routes) => (request, response) => {
      const finding = mayTake(request) ? find(request) : undefined
      if (finding === undefined) return routes(request, response)
      const startedMs = performance.now()
      finding.then(
        (answer) => (answer ? give(request, response, { answer, startedMs }) : routes(request, response)),
        () => routes(request, response),
      )
    },
  }

  function mayTake({ method }: IncomingMessage): boolean {
    return (method === 'GET' || method === 'HEAD') && !isClosing()
  }

  async function give(
    request: IncomingMessage,
    response: ServerResponse,
    { answer, startedMs }: Giving,
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
    // Its head promised to keep the connection, which nobody would end before it has been idle for long.
    if (isClosing()) request.socket.destroySoon()
    const ms = performance.now() - startedMs
    const method = request.method ?? ''
    metrics.observe({ method, route, status, seconds: ms / 1000 })
    if (log.isLevelEnabled('debug'))
      log.debug({ reqId: requestId, method, url: loggableUrl(request.url ?? ''), status, ms }, 'request')
  }

  function crossOrigin(request: IncomingMessage): Record<string, string> | undefined {
    return isShared(request.url ?? '') ? { ...corsHeaders(origins, request), vary: 'Origin' } : undefined
  }
}

interface Giving {
  readonly answer: FileReply
  readonly startedMs: number
}
