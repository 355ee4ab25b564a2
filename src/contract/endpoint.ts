import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { UploadRule } from './uploads.ts'

/** `action` is `/api` (JSON or XML), `v2` is `/api_v2` (JSON). */
export type Wire = 'action' | 'v2'

/** Who may call: anyone, a member with a token, an operator. */
export type Caller = 'anyone' | 'member' | 'operator'

/** What a kids profile gets: the call as it is, the call limited to kids titles, or a refusal (the default). */
export type KidsRule = 'open' | 'narrowed' | 'refused'

/** One call of the wire. The server, the site's client, OpenAPI and the fixtures all derive from these rows. */
export interface Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  readonly wire: Wire
  /** Below the wire's base, with a leading slash: `/revamp/detail`, `/homePopupAd.action`. */
  readonly path: string
  readonly viewer: Caller
  readonly kids: KidsRule
  /** Our own site POSTs it; it changes state. */
  readonly changes: boolean
  /** Refuses GET with 405 (SPEC section 7 marks three calls POST). */
  readonly postOnly: boolean
  /** Answers to anyone may be cached by key (path, query, region) for at most a minute. */
  readonly cacheable: boolean
  /** Open also to a member whose account is being closed (PRODUCT section 4). */
  readonly whileClosing: boolean
  /** Answers a file of this type (`fileOutput`), not an envelope. */
  readonly file: string | undefined
  /** Files that it takes as multipart/form-data, by field name; the input has `uploadedFile` there. */
  readonly uploads: Readonly<Record<string, UploadRule>> | undefined
  /** One sentence for the API page. */
  readonly summary: string
  readonly input: I
  readonly output: O
  /** The error codes, besides the general ones, that a caller must expect. */
  readonly refuses: readonly ErrorCode[]
}

type EndpointRow<I extends z.ZodMiniType, O extends z.ZodMiniType> = Pick<
  Endpoint<I, O>,
  'wire' | 'path' | 'viewer' | 'summary' | 'input' | 'output'
> &
  Partial<
    Pick<Endpoint, 'kids' | 'changes' | 'postOnly' | 'cacheable' | 'whileClosing' | 'file' | 'uploads' | 'refuses'>
  >

/** Completes a row with the defaults: refused to kids, changes nothing, not cached.
 * @__NO_SIDE_EFFECTS__ */
export function endpoint<I extends z.ZodMiniType, O extends z.ZodMiniType>(row: EndpointRow<I, O>): Endpoint<I, O> {
  return {
    kids: 'refused',
    changes: false,
    postOnly: false,
    cacheable: false,
    whileClosing: false,
    file: undefined,
    uploads: undefined,
    refuses: [],
    ...row,
  }
}

export const WIRE_BASE = { action: '/api', v2: '/api_v2' } as const satisfies Record<Wire, string>

/** The path as a client asks for it: `/api_v2/revamp/detail`. */
export const endpointUrl = (row: Pick<Endpoint, 'wire' | 'path'>): string => WIRE_BASE[row.wire] + row.path

export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
/** What a handler returns: the output before its defaults are filled in. */
export type HandlerOutputOf<E extends Endpoint> = z.input<E['output']>
