import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Log } from '#server/kit/log.ts'
import { logFailure } from '#server/kit/outage.ts'
import { notFoundPage as en } from '#text/en_US/not-found-page.ts'
import { notFoundPage as zh, type NotFoundPageText } from '#text/zh_HK/not-found-page.ts'
import { acceptedLanguage, type Fields, languageOf } from '../context.ts'
import { type WireResponse, CONTENT_TYPE, failed, type Format } from '../envelope.ts'
import type { Pipeline } from '../handle.ts'
import { allowOf, requestedFormat } from './calls.ts'
import type { BrandNames } from './http-deps.ts'
import { corsHeaders, type Origins } from './origins.ts'
import { sendPlainPage } from './plain-page.ts'
import type { Sender } from './send.ts'

const CODE_OF: Readonly<Record<string, 'UNSUPPORTED_MEDIA_TYPE' | 'PAYLOAD_TOO_LARGE'>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
}

export interface ErrorHandlerDeps {
  readonly pipeline: Pipeline
  readonly sender: Sender
  readonly origins: Origins
  readonly documentHeaders: Readonly<Record<string, string>>
  readonly brand: () => BrandNames
  readonly log: Log
}

const NOT_FOUND_STATUS = 404
const TEXT: Readonly<Record<Language, NotFoundPageText>> = { zh_HK: zh, en_US: en }

/** Enveloped below `/api` and `/api_v2`; elsewhere text, or a page for a browser. */
export function bindErrorHandlers(
  app: FastifyInstance,
  { pipeline, sender, origins, documentHeaders, brand, log }: ErrorHandlerDeps,
): void {
  app.setNotFoundHandler((request, reply) => {
    if (!isWire(request.url)) return sendNotFound(request, reply)
    const answer = failed(new AppError('NOT_FOUND'), requestContext(request))
    return enveloped(request, reply, { ...answer, status: NOT_FOUND_STATUS })
  })
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const refusal = refusalOf(error)
    if (!(refusal instanceof AppError)) logFailure(log, error, { message: 'request failed', reqId: request.id })
    const answer = failed(refusal, requestContext(request))
    if (isWire(request.url)) return enveloped(request, reply, answer)
    if (answer.retryAfter !== undefined) reply.header('retry-after', String(answer.retryAfter))
    return sendPlain(reply, answer.status === 200 ? NOT_FOUND_STATUS : answer.status, answer.body.message ?? '')
  })

  function enveloped(request: FastifyRequest, reply: FastifyReply, answer: WireResponse): Promise<FastifyReply> {
    const path = request.url.split('?', 1)[0] ?? ''
    const headers = {
      ...corsHeaders(origins, request),
      ...(answer.status === 405 && { allow: allowOf(pipeline.routes.get(path)) }),
    }
    return sender.sendPrivate(request, reply, { answer, format: formatOf(request), headers })
  }

  /** A page for a browser, a line of text for any other client. */
  function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!request.headers.accept?.includes('text/html')) return sendPlain(reply, NOT_FOUND_STATUS, 'Not found')
    const language = acceptedLanguage(request.headers['accept-language'])
    const text = TEXT[language]
    const name = brand()[language]
    return sendPlainPage(reply.status(NOT_FOUND_STATUS), {
      language,
      title: `${text.heading} - ${name}`,
      heading: text.heading,
      paragraphs: [text.reason],
      home: text.home(name),
    })
  }

  function sendPlain(reply: FastifyReply, status: number, text: string): FastifyReply {
    return reply
      .status(status)
      .headers(documentHeaders)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(`${text}\n`)
  }
}

export function replyBadUrl(
  request: FastifyRequest,
  reply: FastifyReply,
  fixed: Readonly<Record<string, string>>,
): void {
  const { status, body } = failed(new AppError('INVALID_INPUT'), { language: 'zh_HK', requestId: request.id })
  const headers = { ...fixed, 'cache-control': 'no-store', 'x-request-id': request.id }
  reply.status(status).headers(headers).send(body)
}

const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

interface BrokenRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly requestId: string
  readonly log: Log
}

/** To bytes that are not HTTP, directly on the socket, which it closes. */
export function replyBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { headers, requestId, log }: BrokenRequest,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const status = STATUS_OF[error.code ?? ''] ?? 400
    const { body } = failed(new AppError('INVALID_INPUT'), { language: 'zh_HK', requestId })
    const text = JSON.stringify(body)
    const head = Object.entries({
      ...headers,
      connection: 'close',
      'content-type': CONTENT_TYPE.json,
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      'x-request-id': requestId,
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`)
    log.info({ reqId: requestId, status, reason: error.code }, 'request refused')
  }
  socket.destroy(error)
}

const isWire = (url: string): boolean => /^\/api(?:_v2|_admin)?(?:[/?]|$)/.test(url)

function refusalOf(error: FastifyError | AppError): unknown {
  if (error instanceof AppError) return error
  const code = CODE_OF[error.code]
  if (code) return new AppError(code)
  const status = error.statusCode ?? 500
  if (status === 503) return new AppError('UNAVAILABLE')
  return status >= 400 && status < 500 ? new AppError('INVALID_INPUT') : error
}

const queryOf = (request: FastifyRequest): Fields => (request.query ?? {}) as Fields
const requestContext = (request: FastifyRequest) => ({ language: languageOf(queryOf(request)), requestId: request.id })
const formatOf = (request: FastifyRequest): Format => requestedFormat(request, request.url, queryOf(request))
