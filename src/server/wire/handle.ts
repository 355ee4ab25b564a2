import * as z from 'zod/mini'
import {
  type HandlerOutputOf,
  type Endpoint,
  endpointUrl,
  type OutputOf,
  type ParsedInputOf,
} from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { MemberViewer, OperatorViewer, Viewer } from '#server/domains/viewer.ts'
import type { Log } from '#server/kit/log.ts'
import {
  type AnyOverlay,
  type SharedResponse,
  createSharedResponses,
  type PersonalizedResponse,
  type Overlay,
} from './shared-responses.ts'
import type { ResponseCache, Entry, Filling } from './response-cache.ts'
import { type Fields, languageOf, readContext, type RequestContext } from './context.ts'
import {
  type WireResponse,
  type FileResponse,
  CONTENT_TYPE,
  failed,
  type Format,
  succeeded,
  written,
} from './envelope.ts'
import { invalidInput } from './errors.ts'

export type { RequestContext } from './context.ts'

/** What a handler may know of the request beyond viewer and input. */
export interface CallInfo {
  readonly requestId: string
  /** The caller's address, past trusted proxies. */
  readonly address: string
  readonly context: RequestContext
  /** The answer changes at this instant: it is not kept any longer. */
  cacheUntil(instant: Temporal.Instant): void
  /** The answer goes by what the viewer's profile likes or has watched: members do not share it. */
  isOwn(): void
}

/** Who reaches a handler, by the `viewer` of its endpoint. */
interface Admitted {
  readonly anyone: Viewer
  readonly member: MemberViewer
  readonly operator: OperatorViewer
}

export type Handler<E extends Endpoint> = (
  viewer: Admitted[E['viewer']],
  input: ParsedInputOf<E>,
  call: CallInfo,
) => Promise<HandlerOutputOf<E>> | HandlerOutputOf<E>

/**
 * Binds an endpoint row to the domain call that answers it. Members share the answer of a cacheable row that says, by its
 * overlay, what of it is a profile's own; the handler must then go by nothing else of a member but language, region, kids and
 * unlocked, or say so (`isOwn`).
 */
export type Handle = <E extends Endpoint, Marks = never>(
  row: E,
  handler: Handler<E>,
  overlay?: Overlay<OutputOf<E>, Marks>,
) => void

/** Registers calls: `registerCalls(on, domains)` with the domains filled in. */
export type Calls = (on: Handle) => void

/** Who holds a token, seen from a region. @throws AppError SESSION_UNKNOWN, SESSION_EXPIRED or SESSION_ENDED */
export type ResolveViewer = (token: string, request: { context: RequestContext; region: string }) => Promise<Viewer>

/** One request of the wire, freed from HTTP. */
export interface CallRequest {
  /** HEAD counts as GET. */
  readonly method: 'GET' | 'POST'
  readonly fields: Fields
  readonly headers: {
    readonly authorization?: string | undefined
    readonly clientContext?: string | undefined
    readonly origin?: string | undefined
    readonly host?: string | undefined
    readonly secFetchSite?: string | undefined
  }
  readonly region: string
  readonly address: string
  readonly requestId: string
  readonly format: Format
}

/** A call as it is bound. */
export interface Route {
  readonly row: Endpoint
  /** The names of its input. */
  readonly names: ReadonlySet<string>
  readonly handler: Handler<Endpoint>
  readonly overlay?: AnyOverlay | undefined
}

/** An answer for this caller alone, whole or as a shared one with the caller's marks; or one for every visitor with the same question. */
export type Outcome =
  | { readonly kind: 'own'; readonly answer: WireResponse }
  | { readonly kind: 'dressed'; readonly dressed: PersonalizedResponse }
  | { readonly kind: 'shared'; readonly entry: Entry; readonly key: string }

export interface Pipeline {
  readonly on: Handle
  /** By URL: `/api_v2/revamp/detail`. */
  readonly routes: ReadonlyMap<string, Route>
  /** Request context → viewer → authorise → parse → call → envelope. Never throws. */
  answer(route: Route, request: CallRequest): Promise<Outcome>
}

export interface PipelineDeps {
  readonly cache: ResponseCache
  readonly resolveViewer: ResolveViewer
  /** Whether pages of this origin may make state-changing calls. */
  readonly isOurOrigin: (origin: string) => boolean
  readonly log: Log
}

/** The one way from a request to an answer, for both wires. */
export function createPipeline({ cache, resolveViewer, isOurOrigin, log }: PipelineDeps): Pipeline {
  const routes = new Map<string, Route>()
  const audiences = createSharedResponses({ cache, log })
  return { on, routes, answer }

  function on<E extends Endpoint>(row: E, handler: Handler<E>, overlay?: AnyOverlay): void {
    const url = endpointUrl(row)
    if (routes.has(url)) throw new Error(`${url} is bound twice`)
    routes.set(url, { row, names: fieldNames(row), handler: handler as Handler<Endpoint>, overlay })
  }

  async function answer(route: Route, request: CallRequest): Promise<Outcome> {
    try {
      return await call(route, request)
    } catch (error) {
      const { requestId } = request
      if (!(error instanceof AppError))
        log.error({ err: error, reqId: requestId, call: endpointUrl(route.row) }, 'call failed')
      return { kind: 'own', answer: failed(error, { language: languageOf(request.fields), requestId }) }
    }
  }

  async function call(route: Route, request: CallRequest): Promise<Outcome> {
    const { row, names } = route
    if (row.postOnly && request.method !== 'POST') throw new AppError('METHOD_NOT_ALLOWED')
    if (row.changes) refuseForeignPage(request.headers)
    const context = readContext(request.fields, request.headers, names.has('language'))
    const viewer = await viewerOf(withoutOwn(context, names), request.region)
    authorise(row, viewer)
    const input = parseInput(route, request.fields, viewer)
    if (!row.cacheable || viewer.kind !== 'visitor') return answerOne(route, { viewer, input, context, request })
    const key = [
      request.format,
      row.wire + row.path,
      viewer.language,
      viewer.kids,
      viewer.region,
      JSON.stringify(input),
    ].join('|')
    // A shared answer may not depend on who happened to ask first.
    const anybody = { ...viewer, deviceSerial: undefined }
    const entry = await cache.get(key, () => fill(route, { viewer: anybody, input, context, request }))
    return { kind: 'shared', entry, key }
  }

  async function answerOne(route: Route, asked: Question): Promise<Outcome> {
    const { row, overlay } = route
    const { viewer, input, context, request } = asked
    if (row.cacheable && overlay && viewer.kind === 'member') {
      const question = `${row.wire}${row.path}|${JSON.stringify(input)}`
      const askAs = (anybody: Viewer) => askFor(route, anybody, input)
      const dressed = await audiences.answer({ question, viewer, format: request.format, overlay, askAs })
      if (dressed) return { kind: 'dressed', dressed }
    }
    const { requestId, address } = request
    const info: CallInfo = { requestId, address, context, cacheUntil: () => undefined, isOwn: () => undefined }
    return { kind: 'own', answer: await run(route, { viewer, input, info }) }
  }

  async function viewerOf(context: RequestContext, region: string): Promise<Viewer> {
    const { language, pattern, deviceSerial, token } = context
    if (token !== undefined) return resolveViewer(token, { context, region })
    return { kind: 'visitor', language, region, kids: pattern === 'children', deviceSerial }
  }

  /**
   * Browsers name the page that asks: by Sec-Fetch-Site where the connection is a safe one, by Origin (but for a plain GET)
   * anywhere. Apps send neither.
   */
  function refuseForeignPage({ origin, host, secFetchSite }: CallRequest['headers']): void {
    if (secFetchSite === 'same-origin') return
    const isOurs = origin === undefined ? secFetchSite !== 'cross-site' : isOurOrigin(origin) || isAt(origin, host)
    if (!isOurs) throw new AppError('CROSS_SITE')
  }
}

/** Whether a page came from the very host that is asked: the site under an address that nobody configured. */
const isAt = (origin: string, host: string | undefined): boolean =>
  host !== undefined && URL.parse(origin)?.host === host.toLowerCase()

function authorise(row: Endpoint, viewer: Viewer): void {
  if (row.viewer !== 'anyone' && viewer.kind !== row.viewer) throw new AppError('LOGIN_REQUIRED')
  if (row.kids === 'refused' && viewer.kids) throw new AppError('KIDS_REFUSED')
  if (!row.whileClosing && viewer.kind === 'member' && viewer.closing) {
    throw new AppError('ACCOUNT_CLOSING', { closing: true })
  }
}

/** The context without what the call itself asks for: a profile to be changed, a code to be looked at. */
const withoutOwn = (context: RequestContext, names: ReadonlySet<string>): RequestContext => ({
  ...context,
  ...(names.has('profileId') && { profileId: undefined }),
  ...(names.has('parentalCode') && { parentalCode: undefined }),
})

type Asked = { viewer: Viewer; input: never; info: CallInfo }

async function run(route: Route, asked: Asked): Promise<WireResponse> {
  const output = await outputOf(route, asked)
  const { file } = route.row
  if (file === undefined) return succeeded(output)
  return { ...succeeded({}), file: { contentType: file, ...(output as Omit<FileResponse, 'contentType'>) } }
}

const outputOf = async ({ row, handler }: Route, { viewer, input, info }: Asked): Promise<object> =>
  z.parse(row.output, await handler(viewer, input, info)) as object

type Question = { viewer: Viewer; input: never; context: RequestContext; request: CallRequest }

async function fill(route: Route, { viewer, input, context, request }: Question): Promise<Filling> {
  const notes = createNotes()
  const info: CallInfo = { requestId: request.requestId, address: request.address, context, ...notes.takers }
  const { body } = await run(route, { viewer, input, info })
  const { until } = notes.taken()
  return { bytes: Buffer.from(written(body, request.format)), contentType: CONTENT_TYPE[request.format], until }
}

/** What an audience is answered. No part of the request reaches the handler: it is one member's, the answer everybody's. */
async function askFor(route: Route, viewer: Viewer, input: never): Promise<SharedResponse> {
  const notes = createNotes()
  const context = readContext({ language: viewer.language, pattern: viewer.kids ? 'children' : 'normal' }, {}, true)
  const info: CallInfo = { requestId: 'audience', address: '', context, ...notes.takers }
  const output = await outputOf(route, { viewer, input, info })
  return { output, ...notes.taken() }
}

/** Takes down what a handler says of the answer that it makes. */
function createNotes() {
  let until: Temporal.Instant | undefined
  let isOwn = false
  return {
    taken: () => ({ until, isOwn }),
    takers: {
      cacheUntil: (instant: Temporal.Instant) => {
        until = until && Temporal.Instant.compare(until, instant) < 0 ? until : instant
      },
      isOwn: () => {
        isOwn = true
      },
    },
  }
}

function parseInput({ row, names }: Route, fields: Fields, { language }: Viewer): never {
  const given = names.has('language') ? withOwnLanguage(row, fields) : fields
  const parsed = z.safeParse(row.input, given, { reportInput: true })
  if (!parsed.success) throw invalidInput(parsed.error.issues, language)
  return parsed.data as never
}

/**
 * A call's own field `language` (the spoken language of a filter) shares its name with the context's. They are told apart
 * by their words: those of the context reach the call only when it takes them and got nothing else.
 */
function withOwnLanguage(row: Endpoint, fields: Fields): Fields {
  const own = [fields.language].flat().filter((word) => word !== 'zh_HK' && word !== 'en_US')
  if (own.length > 0) return { ...fields, language: own.length === 1 ? own[0] : own }
  const field = shapeOf(row.input)?.language
  if (field && z.safeParse(field, fields.language).success) return fields
  return { ...fields, language: undefined }
}

type Shape = Readonly<Record<string, z.ZodMiniType>>

const shapeOf = (schema: z.ZodMiniType): Shape | undefined =>
  schema instanceof z.ZodMiniObject ? (schema._zod.def.shape as Shape) : undefined

const fieldNames = (row: Endpoint): ReadonlySet<string> => new Set(Object.keys(shapeOf(row.input) ?? {}))
