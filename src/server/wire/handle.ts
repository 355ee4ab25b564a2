import * as z from 'zod/mini'
import {
  type HandlerOutputOf,
  type Endpoint,
  endpointUrl,
  type OutputOf,
  type ParsedInputOf,
} from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { TitleFacts } from '#server/domains/access/index.ts'
import type { MemberViewer, OperatorViewer, Viewer } from '#server/domains/viewer.ts'
import type { Log } from '#server/kit/log.ts'
import {
  type AnyOverlay,
  createMemberResponses,
  type HandlerResponse,
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
import { refuseForeignPage } from './foreign-page.ts'
import { createNotes } from './handler-notes.ts'

export type { RequestContext } from './context.ts'

/** What a handler may know of the request beyond viewer and input. */
export interface CallInfo {
  readonly requestId: string
  /** The caller's address, past trusted proxies. */
  readonly address: string
  readonly context: RequestContext
  /** The answer changes at this instant: it is not kept any longer. */
  cacheUntil(instant: Temporal.Instant): void
  /** The titles of the answer depend on what the viewer's profile likes or has watched: members do not share it. */
  isOwn(): void
  /** What decides access to titles of the answer: kept for the overlay, never sent. */
  titleFacts(facts: readonly TitleFacts[]): void
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
 * Binds an endpoint row to the domain call that answers it. Its overlay says what of the answer differs between members: they
 * share all the rest of a cacheable one. The handler must then depend on nothing of a member but language, region and kids mode,
 * or say so (`isOwn`).
 */
export type Handle = <E extends Endpoint, State = never, View = never>(
  row: E,
  handler: Handler<E>,
  overlay?: Overlay<ParsedInputOf<E>, OutputOf<E>, State, View>,
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
  | { readonly kind: 'personalized'; readonly response: PersonalizedResponse }
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
  const members = createMemberResponses(cache)
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
    if (row.changes) refuseForeignPage(request.headers, isOurOrigin)
    const context = readContext(request.fields, request.headers, names.has('language'))
    const viewer = await viewerOf(withoutOwn(context, names), request.region)
    authorise(row, viewer)
    const input = parseInput(route, request.fields, viewer)
    if (viewer.kind === 'member' && route.overlay)
      return {
        kind: 'personalized',
        response: await answerMember(route, route.overlay, { viewer, input, context, request }),
      }
    if (!row.cacheable || viewer.kind !== 'visitor') return answerOne(route, { viewer, input, context, request })
    const { language, kids, region } = viewer
    const key = [request.format, row.wire + row.path, language, kids, region, JSON.stringify(input)].join('|')
    // A shared answer may not depend on who happened to ask first.
    const anybody = { ...viewer, deviceSerial: undefined }
    const entry = await cache.get(key, () => fill(route, { viewer: anybody, input, context, request }))
    return { kind: 'shared', entry, key }
  }

  async function answerOne(route: Route, { viewer, input, context, request }: Question): Promise<Outcome> {
    const { requestId, address } = request
    const info: CallInfo = { requestId, address, context, ...createNotes().takers }
    return { kind: 'own', answer: await run(route, { viewer, input, info }) }
  }

  function answerMember(
    route: Route,
    overlay: AnyOverlay,
    { viewer, input, context, request }: Question & { viewer: MemberViewer },
  ): Promise<PersonalizedResponse> {
    const { requestId, address, format } = request
    return members.answer({
      question: `${endpointUrl(route.row)}|${JSON.stringify(input)}`,
      input,
      viewer,
      format,
      overlay,
      cacheable: route.row.cacheable,
      call: (asked) =>
        callAs(route, { viewer: asked, input }, asked === viewer ? { requestId, address, context } : undefined),
    })
  }

  async function viewerOf(context: RequestContext, region: string): Promise<Viewer> {
    const { language, pattern, deviceSerial, token } = context
    if (token !== undefined) return resolveViewer(token, { context, region })
    return { kind: 'visitor', language, region, kids: pattern === 'children', deviceSerial }
  }
}

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

type RequestInfo = Pick<CallInfo, 'requestId' | 'address' | 'context'>

/** What a handler answers, with what it says of it. Without a request it is asked for everybody: nothing of one member reaches it. */
async function callAs(
  route: Route,
  { viewer, input }: Pick<Asked, 'viewer' | 'input'>,
  request: RequestInfo | undefined,
): Promise<HandlerResponse> {
  const notes = createNotes()
  const output = await outputOf(route, { viewer, input, info: { ...(request ?? nobody(viewer)), ...notes.takers } })
  return { output, ...notes.taken() }
}

const nobody = ({ language, kids }: Viewer): RequestInfo => ({
  requestId: 'shared',
  address: '',
  context: readContext({ language, pattern: kids ? 'children' : 'normal' }, {}, true),
})

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
