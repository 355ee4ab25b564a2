import type { TitleFacts } from '#server/domains/access/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import type { ResponseCache, ComputedResponse, Held } from './response-cache.ts'
import { type Encoding, compressAnswer, trimmed } from './encodings.ts'
import { CONTENT_TYPE, type Format, succeeded, serialize } from './envelope.ts'

export interface SharedResponse<Output = object> {
  readonly output: Output
  /** The facts that decide access, by `programId`; never sent. */
  readonly titles: ReadonlyMap<string, TitleFacts>
}

/**
 * What differs between members of the same language, region and kids mode. `State` is loaded, `View` the part of it that this
 * response shows.
 */
export interface Overlay<Input = never, Output = never, State = never, View = never> {
  /** The output is known when it was cached; else both are made at the same time. */
  load(viewer: MemberViewer, input: Input, output: Output | undefined): Promise<State>
  /** Plain JSON in a fixed order: responses with equal views share their bytes. */
  view(viewer: MemberViewer, shared: SharedResponse<Output>, state: State): View
  /** The changed fields, as new objects: `output` belongs to everybody. */
  apply(output: Output, view: View): Partial<Output>
}

export type AnyOverlay = Overlay<unknown, unknown, unknown, unknown>

export interface Body {
  readonly encoding: Encoding
  readonly bytes: Buffer
}

export interface PersonalizedResponse {
  readonly contentType: string
  body(encoding: Encoding): Promise<Body>
}

export interface HandlerResponse extends SharedResponse {
  /** The titles depend on the profile: nothing to share. */
  readonly isOwn: boolean
  readonly until: Temporal.Instant | undefined
}

export interface MemberRequest {
  readonly requestKey: string
  readonly input: unknown
  readonly viewer: MemberViewer
  readonly format: Format
  readonly overlay: AnyOverlay
  readonly cacheable: boolean
  readonly call: (viewer: MemberViewer) => Promise<HandlerResponse>
}

/** The shared responses of members. */
interface SharedResponses {
  readonly cache: ResponseCache
  /** Requests whose response was one member's own. */
  readonly ownRequestKeys: Set<string>
}

const BODIES_MAX = 16
/** Bytes of one response's bodies: a multiple of its text, and a minimum. */
const [BODIES_SHARE, BODIES_LEAST] = [3, 4_000]
/** Estimated memory of an object, as a multiple of its text. */
const OBJECT_SHARE = 2
const OWN_REQUEST_KEYS_MAX = 2_000

/** In the cache: the response, and the bodies made from it, which live as long. */
interface Shared extends SharedResponse {
  readonly bodies: BodyCache
}

const OWN: Held = { value: {}, bytes: 0 }

/**
 * The shared response first (cached as those of visitors are), then the viewer's state over it. State is loaded for each request, beside
 * the response when that is not cached, so that a request takes one round trip after the viewer's own.
 */
export async function answerMember(shared: SharedResponses, request: MemberRequest): Promise<PersonalizedResponse> {
  const { cache, ownRequestKeys } = shared
  const { viewer, overlay, input, requestKey, cacheable } = request
  if (!cacheable || ownRequestKeys.has(requestKey)) return answerOwn(ownRequestKeys, request)
  const key = keyOf(request)
  const cached = cache.find(key)?.held
  if (cached === OWN) return answerOwn(ownRequestKeys, request)
  if (cached) {
    const response = cached.value as Shared
    return personalize(request, response, await overlay.load(viewer, input, response.output))
  }
  const [state, entry] = await Promise.all([
    overlay.load(viewer, input, undefined),
    cache.get(key, () => fill(request)),
  ])
  if (entry.held !== OWN && entry.held) return personalize(request, entry.held.value as Shared, state)
  return answerOwn(ownRequestKeys, request)
}

async function answerOwn(ownRequestKeys: Set<string>, request: MemberRequest): Promise<PersonalizedResponse> {
  const { viewer, overlay, input, requestKey, cacheable } = request
  const [state, response] = await Promise.all([overlay.load(viewer, input, undefined), request.call(viewer)])
  if (cacheable) note(ownRequestKeys, requestKey, response.isOwn)
  return personalize(request, { ...response, bodies: uncached }, state)
}

/** An editor may turn a category into a computed one, and back. */
function note(ownRequestKeys: Set<string>, requestKey: string, isOwn: boolean): void {
  if (!isOwn) ownRequestKeys.delete(requestKey)
  else if (ownRequestKeys.size < OWN_REQUEST_KEYS_MAX) ownRequestKeys.add(requestKey)
  else ownRequestKeys.clear()
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

/** Members are sent bodies made from it, never the entry itself. */
const UNSENT = { bytes: Buffer.alloc(0), contentType: '', effort: 'none' } as const

function heldOf(shared: SharedResponse): Held {
  const length = Buffer.byteLength(JSON.stringify(shared.output))
  const room = length * BODIES_SHARE + BODIES_LEAST
  const value: Shared = { ...shared, bodies: createBodyCache(room) }
  return { value, bytes: length * OBJECT_SHARE + room }
}

/** All that a shared response may depend on. */
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
  get(key: string, make: () => Promise<Body>): Promise<Body>
}

const uncached: BodyCache = { get: (_key, make) => make() }

type CachedBody = { readonly making: Promise<Body>; size: number }

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
      // A Map iterates in insertion order.
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
