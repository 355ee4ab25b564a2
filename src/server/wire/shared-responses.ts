import { AppError } from '#contract/errors.ts'
import type { Log } from '#server/kit/log.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import type { ResponseCache, Filling, Held } from './response-cache.ts'
import { type Encoding, packed, trimmed } from './encodings.ts'
import { CONTENT_TYPE, type Format, succeeded, written } from './envelope.ts'

/** A member in a profile. */
export type InProfile = MemberViewer & { readonly profileId: string }

/** What of an answer is a profile's own; all else is the same for every member of its audience, and is kept for all of them. */
export interface Overlay<Output = never, Marks = never> {
  /** What the profile keeps of what the answer shows. Plain, and in a fixed order: its text decides whose bytes are the same. */
  marks(viewer: InProfile, output: Output): Promise<Marks>
  /** The fields that the marks change, made anew: the given answer belongs to everybody. */
  decorate(output: Output, marks: Marks): Partial<Output>
}

/** An overlay of whatever call. */
export type AnyOverlay = Overlay<unknown, unknown>

/** An answer's bytes as they travel. */
export interface Body {
  readonly encoding: Encoding
  readonly bytes: Buffer
}

/** A member's answer, ready or nearly so; `body` gives it in an encoding. */
export interface PersonalizedResponse {
  readonly contentType: string
  body(encoding: Encoding): Promise<Body>
}

/** One member's call, as far as it decides which answer is shared. */
interface MemberAsk {
  /** The call's own part of the key: which row, with which input. */
  readonly question: string
  readonly viewer: MemberViewer
  readonly format: Format
  readonly overlay: AnyOverlay
  /** Asks the call's handler as somebody of whom nothing is known but the audience. */
  readonly askAs: (anybody: MemberViewer) => Promise<SharedResponse>
}

/** What a handler answers to an audience. */
export interface SharedResponse {
  readonly output: object
  /** The handler said that it goes by the profile as a whole: there is nothing to share. */
  readonly isOwn: boolean
  readonly until: Temporal.Instant | undefined
}

/** Answers that members share, but for their marks. */
interface Audiences {
  /** The answer, when its audience's is in memory; undefined sends the caller to the handler, while memory is filled behind it. */
  answer(ask: MemberAsk): Promise<PersonalizedResponse | undefined>
}

/** Answers that are made for memory at a time, beside those that somebody waits for. */
const FILLS_MAX = 4
/** Different marks of which the bytes are kept, of one answer. */
const BODIES_MAX = 16
/** What the bodies of one answer may take together: so many lengths of its text, and a little for what is short. */
const [BODIES_SHARE, BODIES_LEAST] = [3, 4_000]
/** What its object takes, in lengths of its text. */
const OBJECT_SHARE = 2

/** What is held of an answer: what the handler said, and the bodies that were made of it, which live as long. */
interface Shared {
  readonly output: object
  readonly shelf: Shelf
}

/** What is held of an answer that goes by the profile as a whole. */
const OWN: Held = { value: {}, bytes: 0 }

/** Keeps what members share in the visitors' cache: with its lifetime, its bounds, and its end when the catalogue changes. */
export function createSharedResponses({ cache, log }: { cache: ResponseCache; log: Log }): Audiences {
  const filling = new Set<string>()
  return { answer }

  async function answer(ask: MemberAsk): Promise<PersonalizedResponse | undefined> {
    const key = keyOf(ask)
    const held = cache.find(key)?.held
    if (!held) fillBehind(key, ask)
    if (!held || held === OWN) return undefined
    const { viewer, overlay, format } = ask
    const { output, shelf } = held.value as Shared
    const marks = isInProfile(viewer) ? await overlay.marks(viewer, output) : undefined
    const bodyIn = async (encoding: Encoding): Promise<Body> => {
      const own = marks === undefined ? {} : (overlay.decorate(output, marks) as object)
      const body = await packed(Buffer.from(written(succeeded({ ...output, ...own }).body, format)), encoding)
      return { ...body, bytes: trimmed(body.bytes) }
    }
    const whose = JSON.stringify(marks)
    return {
      contentType: CONTENT_TYPE[format],
      body: (encoding) => shelf.take(`${format}|${encoding}|${whose}`, () => bodyIn(encoding)),
    }
  }

  function fillBehind(key: string, ask: MemberAsk): void {
    if (filling.size >= FILLS_MAX || filling.has(key)) return
    filling.add(key)
    cache
      .get(key, () => fill(ask))
      .catch((error: unknown) => {
        // A refusal is told by the handler, for which the caller waits.
        if (!(error instanceof AppError)) log.warn({ err: error }, 'shared response failed')
      })
      .finally(() => filling.delete(key))
  }
}

async function fill({ viewer, askAs }: MemberAsk): Promise<Filling> {
  const { output, isOwn, until } = await askAs(anybodyLike(viewer))
  return { ...UNSENT, until, held: isOwn ? OWN : heldOf(output) }
}

/** Members are sent bodies that are made of what is held, never the entry itself. */
const UNSENT = { bytes: Buffer.alloc(0), contentType: '', effort: 'none' } as const

function heldOf(output: object): Held {
  const length = Buffer.byteLength(JSON.stringify(output))
  const room = length * BODIES_SHARE + BODIES_LEAST
  const value: Shared = { output, shelf: createShelf(room) }
  return { value, bytes: length * OBJECT_SHARE + room }
}

/** All that a shared answer may know of its reader. */
const anybodyLike = ({ language, region, kids, unlocked }: MemberViewer): MemberViewer => ({
  kind: 'member',
  accountId: '',
  sessionId: '',
  profileId: undefined,
  language,
  region,
  kids,
  unlocked,
  deviceSerial: undefined,
})

const keyOf = ({ viewer: { language, region, kids, unlocked }, question }: MemberAsk): string =>
  ['member', language, region, kids, unlocked, question].join('|')

const isInProfile = (viewer: MemberViewer): viewer is InProfile => viewer.profileId !== undefined

interface Shelf {
  /** A body that was made before, or the making of it, for all who want it meanwhile. */
  take(key: string, make: () => Promise<Body>): Promise<Body>
}

type Kept = { readonly making: Promise<Body>; size: number }

/** Bodies within bounds, in the order of their use. */
function createShelf(bytesMax: number): Shelf {
  const bodies = new Map<string, Kept>()
  let size = 0
  const drop = (key: string, kept: Kept) => {
    bodies.delete(key)
    size -= kept.size
  }
  return {
    take(key, make) {
      const known = bodies.get(key)
      const kept = known ?? { making: make(), size: 0 }
      // The order of a Map is the order of use.
      bodies.delete(key)
      bodies.set(key, kept)
      if (!known)
        kept.making.then(
          ({ bytes }) => settle(key, kept, bytes.length),
          () => bodies.get(key) === kept && drop(key, kept),
        )
      return kept.making
    },
  }

  function settle(key: string, kept: Kept, length: number): void {
    if (bodies.get(key) !== kept) return
    kept.size = length + key.length * 2
    size += kept.size
    for (const [unusedKey, unused] of bodies) {
      if (size <= bytesMax && bodies.size <= BODIES_MAX) return
      drop(unusedKey, unused)
    }
  }
}
