import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { UPLOADS_URL } from '#contract/admin/uploads.ts'

/** How long a body may take, and how long a part of an upload may stand still. */
export const RECEPTION = { bodyMs: 30_000, standstillMs: 60_000 } as const

const isPart = ({ method, url }: IncomingMessage): boolean =>
  method === 'PATCH' && url?.startsWith(`${UPLOADS_URL}/`) === true

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** In place of Node's limit, which is one for all requests of a server: over a slow line a part takes minutes. */
export function limitReception(
  listener: RequestListener,
  refuse: (request: IncomingMessage) => void,
  { bodyMs, standstillMs }: { bodyMs: number; standstillMs: number } = RECEPTION,
): RequestListener {
  return (request, response) => {
    if (isPart(request)) endStandstill(request, response)
    else if (hasBody(request)) endSlow(request, response)
    listener(request, response)
  }

  function endSlow(request: IncomingMessage, response: ServerResponse): void {
    const timer = setTimeout(() => {
      if (request.complete) return
      if (response.headersSent) request.socket.destroy()
      else refuse(request)
    }, bodyMs)
    request.once('close', () => clearTimeout(timer))
  }

  function endStandstill({ socket }: IncomingMessage, response: ServerResponse): void {
    const end = () => socket.destroy()
    socket.setTimeout(standstillMs, end)
    response.once('close', () => socket.off('timeout', end))
  }
}
