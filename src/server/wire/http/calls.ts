import type { Log } from '#server/kit/log.ts'
import { logFailure } from '#server/kit/outage.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { PREVIEW_HEADER } from '#contract/preview.ts'
import type { Clock } from '#server/kit/clock.ts'
import { accountOf, type Authorization } from '../authorization.ts'
import type { Entry, ResponseCache } from '../response-cache.ts'
import { type Fields, languageOf } from '../context.ts'
import { type WireResponse, failed, type Format, formatOf } from '../envelope.ts'
import type { RequestLimiter } from '../request-rate.ts'
import type { CallRequest, Pipeline, Route } from '../handle.ts'
import { replyPreflight, corsHeaders, type Origins } from './origins.ts'
import type { Sender } from './send.ts'
import type { UploadSlots } from './upload-slots.ts'
import { receiveUpload, type Upload } from './uploads.ts'

export interface CallsDeps {
  readonly log: Log
  readonly pipeline: Pipeline
  readonly cache: ResponseCache
  readonly clock: Clock
  readonly limiter: RequestLimiter
  readonly origins: Origins
  readonly sender: Sender
  readonly regionOf: (request: FastifyRequest) => string
  readonly uploadFolder: string
  readonly uploadSlots: UploadSlots
}

interface Received {
  readonly authorization: Authorization
  readonly upload: Upload
}

const REFUSED_METHODS = ['PUT', 'PATCH', 'DELETE'] as const

export function bindCalls(app: FastifyInstance, deps: CallsDeps): void {
  for (const [url, route] of deps.pipeline.routes) {
    const answer = createAnswerer(route, deps)
    app.route({ method: ['GET', 'HEAD', 'POST'], url, handler: answer })
    app.route({ method: [...REFUSED_METHODS], url, handler: () => Promise.reject(new AppError('METHOD_NOT_ALLOWED')) })
    app.options(url, (request, reply) => replyPreflight(deps.origins, request, reply))
  }
}

export const allowOf = (route: Route | undefined): string =>
  route?.endpoint.postOnly ? 'POST, OPTIONS' : 'GET, HEAD, POST, OPTIONS'

type Extra = { headers: Record<string, string> }

function createAnswerer(route: Route, deps: CallsDeps) {
  const { pipeline, cache, clock, limiter, origins, sender, regionOf, uploadFolder, uploadSlots, log } = deps
  const isCacheable = route.endpoint.cacheable
  const hasXml = route.endpoint.wire === 'action'
  const shared = (entry: Entry, extra?: Extra) => ({ entry, nowMs: clock.now().epochMilliseconds, ...extra })
  // Fastify would wait for a returned hijacked reply.
  return (request: FastifyRequest, reply: FastifyReply): Promise<unknown> | undefined => {
    const alias = isCacheable ? aliasOf(request) : undefined
    const entry = alias === undefined ? undefined : cache.peek(alias)
    // A call beyond the limit is refused by `compute`.
    if (!entry || !limiter.allows(request.ip, route.endpoint.cost)) return compute(request, reply, alias)
    return sender.sendShared(request, reply, shared(entry, extraHeaders(request)))
  }

  /** Cache key of the unparsed request; undefined if a token may be present. */
  function aliasOf(request: FastifyRequest): string | undefined {
    const { raw, headers } = request
    if (raw.method === 'POST' || isPersonal(headers)) return undefined
    return `${regionOf(request)} ${hasXml ? (headers.accept ?? '') : ''} ${raw.url}`
  }

  async function compute(request: FastifyRequest, reply: FastifyReply, alias: string | undefined): Promise<unknown> {
    const call = readCall(request, regionOf(request))
    const extra = extraHeaders(request)
    let refusal: WireResponse | undefined
    let received: Received | undefined
    const sent: Record<string, unknown> = Object.create(null)
    try {
      countCall(limiter, route, call)
      received = await receive(request, call, sent)
      const fields = received ? { ...call.fields, ...sent } : call.fields
      const outcome = await pipeline.answer(route, { ...call, fields }, received?.authorization)
      if (outcome.kind === 'shared' && call.method === 'GET') {
        if (alias !== undefined) cache.remember(alias, outcome.key)
        return await sender.sendShared(request, reply, shared(outcome.entry, extra))
      }
      if (outcome.kind === 'shared')
        return await sender.sendSharedUncached(request, reply, { entry: outcome.entry, ...extra })
      if (outcome.kind === 'personalized')
        return await sender.sendPersonalized(request, reply, { response: outcome.response, ...extra })
      refusal = outcome.answer
    } catch (error) {
      if (!(error instanceof AppError)) logFailure(log, error, { message: 'response failed', reqId: request.id })
      refusal = failed(error, { language: languageOf({ ...call.fields, ...sent }), requestId: call.requestId })
    } finally {
      await received?.upload.discard()
    }
    const headers = { ...extra?.headers, ...(refusal.status === 405 && { allow: allowOf(route) }) }
    return sender.sendPrivate(request, reply, { answer: refusal, format: call.format, headers })
  }

  /**
   * Receives the parts of a multipart request. The token is in the header or the query.
   * @param sent gets the parts as they come: a refusal is in the language that stood before it
   * @throws AppError before the first byte when the call is refused, or too many uploads are under way
   */
  async function receive(
    request: FastifyRequest,
    call: CallRequest,
    sent: Record<string, unknown>,
  ): Promise<Received | undefined> {
    if (!request.isMultipart()) return undefined
    const { uploads: rules } = route.endpoint
    if (!rules) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
    const authorization = await pipeline.authorize(route, call)
    const uploader = { address: call.address, accountId: accountOf(authorization.viewer) }
    const upload = await receiveUpload(request, {
      rules,
      folder: uploadFolder,
      slots: uploadSlots,
      uploader,
      fields: sent,
    })
    return { authorization, upload }
  }

  function extraHeaders(request: FastifyRequest): Extra | undefined {
    if (!hasXml && request.headers.origin === undefined) return undefined
    return { headers: { ...corsHeaders(origins, request), ...(hasXml && { vary: 'Accept' }) } }
  }
}

const isPersonal = (headers: FastifyRequest['headers']): boolean =>
  headers.authorization !== undefined || headers[PREVIEW_HEADER] !== undefined

/** @throws AppError TOO_MANY_TRIES */
function countCall(limiter: RequestLimiter, { endpoint }: Route, { address, headers }: CallRequest): void {
  if (headers.preview === undefined) limiter.count(address, endpoint.cost, headers.authorization)
  else limiter.countPreview(address, endpoint.cost)
}

/** @throws AppError INVALID_INPUT when the body is not an object */
export function readCall(request: FastifyRequest, region: string): CallRequest {
  const { headers, method, raw } = request
  const fields = fieldsOf(request)
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    fields,
    headers: {
      authorization: headers.authorization,
      clientContext: text(headers['x-client-context']),
      origin: headers.origin,
      host: headers.host,
      secFetchSite: text(headers['sec-fetch-site']),
      accept: headers.accept,
      preview: text(headers[PREVIEW_HEADER]),
    },
    region,
    address: request.ip,
    requestId: request.id,
    format: requestedFormat(request, raw.url ?? '', fields),
  }
}

export function fieldsOf({ query, body, method }: Pick<FastifyRequest, 'query' | 'body' | 'method'>): Fields {
  const bodyFields = method === 'POST' && body !== undefined && body !== null ? body : {}
  if (typeof bodyFields !== 'object' || Array.isArray(bodyFields)) throw new AppError('INVALID_INPUT')
  return Object.assign(Object.create(null), query, bodyFields)
}

export const requestedFormat = (request: FastifyRequest, url: string, fields: Fields): Format =>
  formatOf(url.split('?', 1)[0] ?? '', fields.format, request.headers.accept)

const text = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)
