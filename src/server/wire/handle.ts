import * as z from 'zod/mini'
import {
  type HandlerOutputOf,
  type Endpoint,
  endpointUrl,
  type OutputOf,
  type ParsedInputOf,
} from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { type Language, LANGUAGES } from '#contract/languages.ts'
import type { TitleFacts } from '#server/domains/access/index.ts'
import type { MemberViewer, Viewer } from '#server/domains/viewer.ts'
import type { Log } from '#server/kit/log.ts'
import { answeredInTime } from '#server/kit/answered-in-time.ts'
import { logFailure } from '#server/kit/outage.ts'
import { inSpan } from '#server/kit/request-context.ts'
import type { Replica } from '#server/kit/db.ts'
import {
  type AnyOverlay,
  answerMember,
  type HandlerResponse,
  type PersonalizedResponse,
  type Overlay,
} from './shared-responses.ts'
import type { ResponseCache, Entry, ComputedResponse } from './response-cache.ts'
import {
  type Authorization,
  type AuthorizationDeps,
  type AuthorizationRequest,
  authorize,
  isDeadToken,
} from './authorization.ts'
import { type Fields, languageOf, readContext, type RequestContext } from './context.ts'
import {
  type WireResponse,
  type FileResponse,
  CONTENT_TYPE,
  failed,
  type Format,
  succeeded,
  serialize,
} from './envelope.ts'
import { invalidInput } from './errors.ts'

export type { RequestContext } from './context.ts'

export interface CallInfo {
  readonly requestId: string
  /** As reported by trusted proxies. */
  readonly address: string
  readonly context: RequestContext
  cacheUntil(instant: Temporal.Instant): void
  /** The titles depend on the viewer's profile, so members do not share the response. */
  isOwn(): void
  /** The facts that decide access to the titles: for the overlay, never sent. */
  titleFacts(facts: readonly TitleFacts[]): void
}

interface Admitted {
  readonly anyone: Viewer
  readonly member: MemberViewer
}

export type Handler<E extends Endpoint> = (
  viewer: Admitted[E['viewer']],
  input: ParsedInputOf<E>,
  call: CallInfo,
) => Promise<HandlerOutputOf<E>> | HandlerOutputOf<E>

/**
 * Binds an endpoint to its handler. The overlay defines what differs between members, who share the rest of a cacheable response:
 * such a handler must depend on nothing of a member but language, region and kids mode, or call `isOwn`.
 */
export type Handle = <E extends Endpoint, State = never, View = never>(
  endpoint: E,
  handler: Handler<E>,
  overlay?: Overlay<ParsedInputOf<E>, OutputOf<E>, State, View>,
) => void

export type Calls = (on: Handle) => void

export interface CallRequest extends AuthorizationRequest {
  readonly address: string
  readonly requestId: string
  readonly format: Format
}

export interface Route {
  readonly endpoint: Endpoint
  readonly names: ReadonlySet<string>
  readonly acceptsContextLanguage: boolean
  readonly handler: Handler<Endpoint>
  readonly overlay?: AnyOverlay | undefined
}

type OwnOutcome = Extract<Outcome, { kind: 'own' }>

/** `own`: for this caller. `personalized`: shared, with the caller's viewer state. `shared`: cached for visitors. */
export type Outcome =
  | { readonly kind: 'own'; readonly answer: WireResponse }
  | { readonly kind: 'personalized'; readonly response: PersonalizedResponse }
  | { readonly kind: 'shared'; readonly entry: Entry; readonly key: string }

export interface Pipeline {
  readonly on: Handle
  readonly routes: ReadonlyMap<string, Route>
  /**
   * Before the request's files are received.
   * @throws AppError as the call would
   */
  authorize(route: Pick<Route, 'endpoint' | 'names'>, request: CallRequest): Promise<Authorization>
  /**
   * Request context → viewer → authorise → parse → call → envelope. Never throws.
   * @param before the authorization before its files were received: the call is counted once
   */
  answer(route: Route, request: CallRequest, before?: Authorization): Promise<Outcome>
}

export interface PipelineDeps extends AuthorizationDeps {
  /** Of responses that many share. */
  readonly readShared: Replica['read']
  readonly cache: ResponseCache
  readonly log: Log
}

export function createPipeline(deps: PipelineDeps): Pipeline {
  const { cache, log, readShared } = deps
  const routes = new Map<string, Route>()
  const shared = { cache, ownRequestKeys: new Set<string>() }
  return { on, routes, authorize: (route, request) => authorize(deps, { ...route, request }), answer }

  function on<E extends Endpoint>(endpoint: E, handler: Handler<E>, overlay?: AnyOverlay): void {
    const url = endpointUrl(endpoint)
    if (routes.has(url)) throw new Error(`${url} is bound twice`)
    routes.set(url, {
      endpoint,
      names: fieldNames(endpoint),
      acceptsContextLanguage: acceptsContextLanguage(endpoint),
      handler: handler as Handler<Endpoint>,
      overlay,
    })
  }

  async function answer(route: Route, request: CallRequest, before?: Authorization): Promise<Outcome> {
    try {
      return await answeredInTime(call(route, request, before))
    } catch (error) {
      const { requestId } = request
      if (!(error instanceof AppError))
        logFailure(log, error, { message: 'call failed', reqId: requestId, call: endpointUrl(route.endpoint) })
      return { kind: 'own', answer: failed(error, { language: languageOf(request.fields), requestId }) }
    }
  }

  async function call(route: Route, request: CallRequest, before?: Authorization): Promise<Outcome> {
    const { endpoint } = route
    const { context, viewer } = await inSpan('viewer', () => authorize(deps, { ...route, request, before }))
    const input = parseInput(route, request.fields, viewer)
    if (viewer.preview) return { kind: 'own', answer: await answerPreview(route, { viewer, input, context, request }) }
    if (viewer.kind === 'member' && route.overlay)
      return {
        kind: 'personalized',
        response: await answerShared(route, route.overlay, { viewer, input, context, request }),
      }
    if (!endpoint.cacheable || viewer.kind !== 'visitor') return answerOne(route, { viewer, input, context, request })
    const { language, kids, region } = viewer
    const key = [request.format, endpoint.wire + endpoint.path, language, kids, region, JSON.stringify(input)].join('|')
    // Must not depend on the device that requested it first.
    const anybody = { ...viewer, deviceSerial: undefined }
    const entry = await cache.get(key, () =>
      readShared(() => fill(route, { viewer: anybody, input, context, request })),
    )
    return { kind: 'shared', entry, key }
  }

  function answerShared(
    route: Route,
    overlay: AnyOverlay,
    { viewer, input, context, request }: ParsedRequest & { viewer: MemberViewer },
  ): Promise<PersonalizedResponse> {
    const { requestId, address, format } = request
    return answerMember(shared, {
      requestKey: `${endpointUrl(route.endpoint)}|${JSON.stringify(input)}`,
      input,
      viewer,
      format,
      overlay,
      cacheable: route.endpoint.cacheable,
      call: (caller) =>
        caller === viewer
          ? callAs(route, { viewer, input }, { requestId, address, context })
          : readShared(() => callAs(route, { viewer: caller, input }, undefined)),
    })
  }
}

async function answerOne(route: Route, { viewer, input, context, request }: ParsedRequest): Promise<OwnOutcome> {
  const { requestId, address } = request
  const info: CallInfo = { requestId, address, context, ...createResponseMetadata().setters }
  return { kind: 'own', answer: await run(route, { viewer, input, info }) }
}

/** Neither read from a cache nor kept in one. What needs the account itself is not there: a preview has none. */
async function answerPreview(route: Route, { viewer, input, context, request }: ParsedRequest): Promise<WireResponse> {
  const { requestId, address } = request
  const { overlay } = route
  try {
    if (viewer.kind !== 'member' || !overlay)
      return (await answerOne(route, { viewer, input, context, request })).answer
    const shared = await callAs(route, { viewer, input }, { requestId, address, context })
    const view = overlay.view(viewer, shared, await overlay.load(viewer, input, shared.output))
    return succeeded({ ...shared.output, ...overlay.apply(shared.output, view) })
  } catch (error) {
    throw isDeadToken(error) ? new AppError('NOT_ALLOWED', { of: 'preview' }) : error
  }
}

type HandlerArguments = { viewer: Viewer; input: never; info: CallInfo }

async function run(route: Route, args: HandlerArguments): Promise<WireResponse> {
  const output = await outputOf(route, args)
  const { file } = route.endpoint
  if (file === undefined) return succeeded(output)
  return { ...succeeded({}), file: { contentType: file, ...(output as Omit<FileResponse, 'contentType'>) } }
}

const outputOf = async ({ endpoint, handler }: Route, { viewer, input, info }: HandlerArguments): Promise<object> =>
  z.parse(endpoint.output, await handler(viewer, input, info)) as object

type ParsedRequest = { viewer: Viewer; input: never; context: RequestContext; request: CallRequest }

async function fill(route: Route, { viewer, input, context, request }: ParsedRequest): Promise<ComputedResponse> {
  const metadata = createResponseMetadata()
  const info: CallInfo = { requestId: request.requestId, address: request.address, context, ...metadata.setters }
  const { body } = await run(route, { viewer, input, info })
  const { until } = metadata.collected()
  return { bytes: Buffer.from(serialize(body, request.format)), contentType: CONTENT_TYPE[request.format], until }
}

type RequestInfo = Pick<CallInfo, 'requestId' | 'address' | 'context'>

/** Without a request the response is shared, and the handler gets nothing of a single member. */
async function callAs(
  route: Route,
  { viewer, input }: Pick<HandlerArguments, 'viewer' | 'input'>,
  request: RequestInfo | undefined,
): Promise<HandlerResponse> {
  const metadata = createResponseMetadata()
  const output = await outputOf(route, {
    viewer,
    input,
    info: { ...(request ?? withoutRequest(viewer)), ...metadata.setters },
  })
  return { output, ...metadata.collected() }
}

const withoutRequest = ({ language, kids }: Viewer): RequestInfo => ({
  requestId: 'shared',
  address: '',
  context: readContext({ language, pattern: kids ? 'children' : 'normal' }, {}, true),
})

function parseInput(route: Route, fields: Fields, { language }: Viewer): never {
  const { endpoint, names } = route
  const given = names.has('language') ? withOwnLanguage(route, fields) : fields
  const parsed = z.safeParse(endpoint.input, given, { reportInput: true })
  if (parsed.success) return parsed.data as never
  const { issues } = parsed.error
  const retyped = z.safeParse(endpoint.input, withTextFor(issues, given), { reportInput: true })
  if (!retyped.success) throw invalidInput(retyped.error.issues, language)
  return retyped.data as never
}

/** Refused numbers as text: JSON clients send codes, passwords and ids as numbers. */
function withTextFor(issues: readonly z.core.$ZodIssue[], fields: Fields): Fields {
  const names = new Set(issues.map(({ path }) => String(path[0] ?? '')))
  const text = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (!names.has(name)) return [name, value]
      return [name, Array.isArray(value) ? value.map(text) : text(value)]
    }),
  )
}

/**
 * Some calls have a field `language` (spoken language of a filter), which the context has too. The context's values are passed to the
 * call only if its schema accepts them and no other value was sent.
 */
function withOwnLanguage({ endpoint, acceptsContextLanguage }: Route, fields: Fields): Fields {
  const { language } = fields
  if (isContextLanguage(language)) return acceptsContextLanguage ? fields : { ...fields, language: undefined }
  const own = [language].flat().filter((value) => !isContextLanguage(value))
  if (own.length > 0) return { ...fields, language: own.length === 1 ? own[0] : own }
  const field = shapeOf(endpoint.input)?.language
  if (field && z.safeParse(field, language).success) return fields
  return { ...fields, language: undefined }
}

const isContextLanguage = (value: unknown): boolean => LANGUAGES.includes(value as Language)

function acceptsContextLanguage({ input }: Endpoint): boolean {
  const field = shapeOf(input)?.language
  return field !== undefined && LANGUAGES.every((language) => z.safeParse(field, language).success)
}

type Shape = Readonly<Record<string, z.ZodMiniType>>

const shapeOf = (schema: z.ZodMiniType): Shape | undefined =>
  schema instanceof z.ZodMiniObject ? (schema._zod.def.shape as Shape) : undefined

const fieldNames = (endpoint: Endpoint): ReadonlySet<string> => new Set(Object.keys(shapeOf(endpoint.input) ?? {}))

function createResponseMetadata() {
  let until: Temporal.Instant | undefined
  let isOwn = false
  const titles = new Map<string, TitleFacts>()
  return {
    collected: () => ({ until, isOwn, titles }),
    setters: {
      cacheUntil: (instant: Temporal.Instant) => {
        until = until && Temporal.Instant.compare(until, instant) < 0 ? until : instant
      },
      isOwn: () => {
        isOwn = true
      },
      titleFacts: (facts: readonly TitleFacts[]) => {
        for (const title of facts) titles.set(title.programId, title)
      },
    },
  }
}
