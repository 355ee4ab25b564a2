import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError } from '#contract/errors.ts'
import type { ProcessState } from '#server/kit/heartbeat.ts'
import type { Log } from '#server/kit/log.ts'
import { acceptedLanguage } from '../context.ts'
import { CONTENT_TYPE, failed } from '../envelope.ts'

/** What asks about the process itself. */
const OWN = /^\/(?:healthz|readyz|metrics)(?:\?|$)/
const RETRY_SECONDS = 2
const LOOK_MS = 1_000

interface Unfit {
  readonly state: ProcessState
  readonly headers: Readonly<Record<string, string>>
  readonly idOf: (request: IncomingMessage) => string
}

/**
 * While its clock or its program does not suit the database, what a process would answer is wrong: grants, counted streams, what is sold.
 * It refuses, and a proxy takes another node.
 */
export function refuseWhileUnfit(listener: RequestListener, { state, headers, idOf }: Unfit): RequestListener {
  return (request, response) => {
    if (state.notReady().length === 0 || OWN.test(request.url ?? '')) {
      listener(request, response)
      return
    }
    request.resume()
    const requestId = idOf(request)
    const language = acceptedLanguage(request.headers['accept-language'])
    const { status, body } = failed(new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS }), { language, requestId })
    const text = JSON.stringify(body)
    const fields = {
      ...headers,
      connection: 'close',
      'content-type': CONTENT_TYPE.json,
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'retry-after': String(RETRY_SECONDS),
      'x-request-id': requestId,
    }
    response.writeHead(status, fields).end(text)
  }
}

interface Listening {
  readonly server: Server
  readonly state: ProcessState
  readonly host: string
  readonly log: Log
}

/**
 * Closes the port for as long: what was never sent, a proxy sends to another node, also a POST. For processes whose health is asked for at
 * another port.
 * @returns ends it
 */
export function closeWhileUnfit({ server, state, host, log }: Listening): () => void {
  const { port } = server.address() as AddressInfo
  const look = () => {
    const isFit = state.notReady().length === 0
    if (isFit === server.listening) return
    log.warn({ port }, isFit ? 'this port is open again' : 'this port is closed while the process is not ready')
    if (isFit) server.listen({ host, port })
    else server.close()
  }
  server.on('error', (error) => log.error({ err: error, port }, 'this port was not opened again'))
  const timer = setInterval(look, LOOK_MS)
  look()
  return () => clearInterval(timer)
}
