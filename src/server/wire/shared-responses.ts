import type { TitleFacts } from '#server/domains/access/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import type { ResponseCache, ComputedResponse, Held } from './response-cache.ts'
import { type Encoding, compressAnswer, trimmed } from './encodings.ts'
import { CONTENT_TYPE, type Format, succeeded, serialize } from './envelope.ts'

/** A response before anything of one viewer is laid over it. */
export interface SharedResponse<Output = object> {
  readonly output: Output
  /** What decides access to the titles in it, by `programId`: kept beside the output, never sent. */
  readonly titles: ReadonlyMap<string, TitleFacts>
}

/**
 * The viewer state of an endpoint: what of its response differs between members of the same language, region and kids mode.
 * `State` is what was loaded, `View` the part of it that this very response shows.
 */
export interface Overlay<Input = never, Output = never, State = never, View = never> {
  /** Loads the state. The output is known when it was in the cache; else the state is loaded while the output is made. */
  load(viewer: MemberViewer, input: Input, output: Output | undefined): Promise<State>
  /** Selects what the response shows. Plain JSON in a fixed order: responses with equal views share their bytes. */
  view(viewer: MemberViewer, shared: SharedResponse<Output>, state: State): View
  /** The fields that the view changes, as new objects: the given output belongs to everybody. */
  apply(output: Output, view: View): Partial<Output>
}

/** An overlay of any endpoint. */
export type AnyOverlay = Overlay<unknown, unknown, unknown, unknown>

export interface Body {
  readonly encoding: Encoding
  readonly bytes: Buffer
}

/** A member's response, to be had in any encoding. */
export interface PersonalizedResponse {
  readonly contentType: string
  body(encoding: Encoding): Promise<Body>
}

/** What a handler answered, and what it said about the answer. */
export interface HandlerResponse extends SharedResponse {
  /** The titles themselves depend on the profile: nothing to share. */
  readonly isOwn: boolean
  readonly until: Temporal.Instant | undefined
}

export interface MemberRequest {
  /** The endpoint and its input, as part of the cache key. */
  readonly requestKey: string
  readonly input: unknown
  readonly viewer: MemberViewer
  readonly format: Format
  readonly overlay: AnyOverlay
  /** False: every response of the endpoint is one profile's own. */
  readonly cacheable: boolean
  /** Calls the handler, as the member or as the anonymous one of `anonymous`. */
  readonly call: (viewer: MemberViewer) => Promise<HandlerResponse>
}

export interface MemberResponses {
  answer(request: MemberRequest): Promise<PersonalizedResponse>
}

/** Maximum number of bodies cached per shared response, one per view and encoding. */
const BODIES_MAX = 16
/** Bytes that the bodies of one response may take: a multiple of its text, and a minimum for short ones. */
const [BODIES_SHARE, BODIES_LEAST] = [3, 4_000]
/** Estimated memory of a response's object, as a multiple of its text. */
const OBJECT_SHARE = 2
/** Request keys remembered as answered for each profile alone; forgotten together when there are more. */
const OWN_REQUEST_KEYS_MAX = 2_000

/** What the cache holds for members: the shared response, and the bodies that were made from it, which live as long. */
interface Shared extends SharedResponse {
  readonly bodies: BodyCache
}

/** What the cache holds for a response that is one profile's own. */
const OWN: Held = { value: {}, bytes: 0 }

/**
 * Answers members: the shared response first, then the viewer's state over it. The shared response is cached with the same TTL,
 * size limit and invalidation as visitor responses. State is loaded for each request, beside the response when that is not cached,
 * so that a request takes one round trip after the viewer's own.
 */
export function createMemberResponses(cache: ResponseCache): MemberResponses {
  const ownRequestKeys = new Set<string>()
  return { answer }

  async function answer(request: MemberRequest): Promise<PersonalizedResponse> {
    const { viewer, overlay, input, requestKey, cacheable } = request
    if (!cacheable || ownRequestKeys.has(requestKey)) return answerOwn(request)
    const key = keyOf(request)
    const cached = cache.find(key)?.held
    if (cached === OWN) return answerOwn(request)
    if (cached) {
      const shared = cached.value as Shared
      return personalize(request, shared, await overlay.load(viewer, input, shared.output))
    }
    const [state, entry] = await Promise.all([
      overlay.load(viewer, input, undefined),
      cache.get(key, () => fill(request)),
    ])
    if (entry.held !== OWN && entry.held) return personalize(request, entry.held.value as Shared, state)
    return answerOwn(request)
  }

  async function answerOwn(request: MemberRequest): Promise<PersonalizedResponse> {
    const { viewer, overlay, input, requestKey, cacheable } = request
    const [state, response] = await Promise.all([overlay.load(viewer, input, undefined), request.call(viewer)])
    if (cacheable) note(requestKey, response.isOwn)
    return personalize(request, { ...response, bodies: uncached }, state)
  }

  /** A category that an editor turns into a computed one, and back, changes sides with its next response. */
  function note(requestKey: string, isOwn: boolean): void {
    if (!isOwn) ownRequestKeys.delete(requestKey)
    else if (ownRequestKeys.size < OWN_REQUEST_KEYS_MAX) ownRequestKeys.add(requestKey)
    else ownRequestKeys.clear()
  }
}

function personalize({ viewer, overlay, format }: MemberRequest, shared: Shared, state: unknown): PersonalizedResponse {
  const { output, bodies } = shared
  const view = overlay.view(viewer, shared, state)
  const make = async (encoding: Encoding): Promise<Body> => {
    const own = overlay.apply(output, view) as object
    const text = serialize(succeeded({ ...output, ...own }).body, format)
    const body = await compressAnswer(Buffer.from(text), encoding)
    return { ...body, bytes: trimmed(body.bytes) }
  }
  const viewText = JSON.stringify(view)
  return {
    contentType: CONTENT_TYPE[format],
    body: (encoding) => bodies.get(`${format}|${encoding}|${viewText}`, () => make(encoding)),
  }
}

async function fill({ viewer, call }: MemberRequest): Promise<ComputedResponse> {
  const { output, titles, isOwn, until } = await call(anonymous(viewer))
  return { ...UNSENT, until, held: isOwn ? OWN : heldOf({ output, titles }) }
}

/** Members are sent bodies that are made from what is held, never the entry itself. */
const UNSENT = { bytes: Buffer.alloc(0), contentType: '', effort: 'none' } as const

function heldOf(shared: SharedResponse): Held {
  const length = Buffer.byteLength(JSON.stringify(shared.output))
  const room = length * BODIES_SHARE + BODIES_LEAST
  const value: Shared = { ...shared, bodies: createBodyCache(room) }
  return { value, bytes: length * OBJECT_SHARE + room }
}

/** All that a shared response may depend on: language, region and kids mode. */
const anonymous = ({ language, region, kids }: MemberViewer): MemberViewer => ({
  kind: 'member',
  accountId: '',
  sessionId: '',
  profileId: undefined,
  language,
  region,
  kids,
  unlocked: false,
  parentalVersion: 0,
  deviceSerial: undefined,
})

const keyOf = ({ viewer: { language, region, kids }, requestKey }: MemberRequest): string =>
  ['member', language, region, kids, requestKey].join('|')

interface BodyCache {
  /** A body that was made before, or the one being made, for everybody who asks meanwhile. */
  get(key: string, make: () => Promise<Body>): Promise<Body>
}

const uncached: BodyCache = { get: (_key, make) => make() }

type CachedBody = { readonly making: Promise<Body>; size: number }

/** Bodies within a limit of bytes; the least recently used goes first. */
function createBodyCache(bytesMax: number): BodyCache {
  const bodies = new Map<string, CachedBody>()
  let size = 0
  const drop = (key: string, cached: CachedBody) => {
    bodies.delete(key)
    size -= cached.size
  }
  return {
    get(key, make) {
      const known = bodies.get(key)
      const cached = known ?? { making: make(), size: 0 }
      // A Map iterates in insertion order: the least recently used comes first.
      bodies.delete(key)
      bodies.set(key, cached)
      if (!known)
        cached.making.then(
          ({ bytes }) => settle(key, cached, bytes.length),
          () => bodies.get(key) === cached && drop(key, cached),
        )
      return cached.making
    },
  }

  function settle(key: string, cached: CachedBody, length: number): void {
    if (bodies.get(key) !== cached) return
    cached.size = length + key.length * 2
    size += cached.size
    for (const [unusedKey, unused] of bodies) {
      if (size <= bytesMax && bodies.size <= BODIES_MAX) return
      drop(unusedKey, unused)
    }
  }
}
