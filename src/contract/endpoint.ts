import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { UploadRule } from './uploads.ts'

/** `action` is `/api` (JSON or XML), `v2` is `/api_v2` (JSON). */
export type Wire = 'action' | 'v2'

/** Who may call: anyone, a member with a token, an operator of the service. */
export type Caller = 'anyone' | 'member' | 'operator'

/** What a kids profile gets: the call as it is, the call limited to kids titles, or a refusal (the default). */
export type KidsRule = 'open' | 'narrowed' | 'refused'

/**
 * One call of the wire. The server, the site's client, OpenAPI and the fixtures derive from these. Who may call what is decided
 * by three fields alone: `viewer`, `kids` and `whileClosing`.
 */
export interface Endpoint<
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
  V extends Caller = Caller,
> {
  readonly wire: Wire
  /** Below the wire's base, with a leading slash: `/revamp/detail`, `/homePopupAd.action`. */
  readonly path: string
  /** An operator's endpoint is left out of the public documentation. */
  readonly viewer: V
  readonly kids: KidsRule
  /** Changes state: our own site sends it by POST, and another site's page is refused. */
  readonly changes: boolean
  /** Refuses GET with 405 (SPEC section 7 marks three calls POST). */
  readonly postOnly: boolean
  /** Sends an SMS or e-mail: refuses any GET that a page could make by itself (PRODUCT section 3). */
  readonly sends: boolean
  /** `ignored`: a token that is no longer valid makes its holder a visitor, for calls that people make to log in again. */
  readonly deadToken: 'refused' | 'ignored'
  /** What a call weighs in the rate limit. One is a call that takes about a millisecond of CPU time or less. */
  readonly cost: number
  /** Responses to visitors may be cached by key (path, query, region) for at most a minute. */
  readonly cacheable: boolean
  /** Also open to a member whose account is being closed (PRODUCT section 4). */
  readonly whileClosing: boolean
  /** The content type of a call that answers a file (`{ fileName, bytes }`) instead of an envelope. */
  readonly file: string | undefined
  /** Files that it takes as multipart/form-data, by field name; the input has `uploadedFile` there. */
  readonly uploads: Readonly<Record<string, UploadRule>> | undefined
  /** One sentence for the API page. */
  readonly summary: string
  readonly input: I
  readonly output: O
  /** The error codes, besides the general ones, that a caller must expect; `errors.ts` has what each carries. */
  readonly refuses: readonly ErrorCode[]
}

type EndpointDefinition<I extends z.ZodMiniType, O extends z.ZodMiniType, V extends Caller> = Pick<
  Endpoint<I, O, V>,
  'wire' | 'path' | 'viewer' | 'summary' | 'input' | 'output'
> &
  Partial<
    Pick<
      Endpoint,
      | 'kids'
      | 'changes'
      | 'postOnly'
      | 'sends'
      | 'deadToken'
      | 'cost'
      | 'cacheable'
      | 'whileClosing'
      | 'file'
      | 'uploads'
      | 'refuses'
    >
  >

/** Completes an endpoint with the defaults: refused to kids, changes nothing, not cached.
 * @__NO_SIDE_EFFECTS__ */
export function endpoint<I extends z.ZodMiniType, O extends z.ZodMiniType, V extends Caller>(
  definition: EndpointDefinition<I, O, V>,
): Endpoint<I, O, V> {
  return {
    kids: 'refused',
    changes: false,
    postOnly: false,
    sends: false,
    deadToken: 'refused',
    cost: 1,
    cacheable: false,
    whileClosing: false,
    file: undefined,
    uploads: undefined,
    refuses: [],
    ...definition,
  }
}

export const WIRE_BASE = { action: '/api', v2: '/api_v2' } as const satisfies Record<Wire, string>

/** The path of a request: `/api_v2/revamp/detail`. */
export const endpointUrl = ({ wire, path }: Pick<Endpoint, 'wire' | 'path'>): string => WIRE_BASE[wire] + path

export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
/** What a handler returns: the output before its defaults are filled in. */
export type HandlerOutputOf<E extends Endpoint> = z.input<E['output']>
