import type { IncomingMessage, RequestListener } from 'node:http'
import { AppError } from '#contract/errors.ts'
import type { ProcessState } from '#server/kit/heartbeat.ts'
import { languageOf } from '../context.ts'
import { CONTENT_TYPE, failed } from '../envelope.ts'

/** What asks about the process itself. */
const OWN = /^\/(?:healthz|readyz|metrics)(?:\?|$)/
const RETRY_SECONDS = 2

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
    const language = languageOf({ language: request.headers['accept-language'] })
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
