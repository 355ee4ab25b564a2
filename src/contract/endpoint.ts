import type * as z from 'zod/mini'
import type { ErrorCode } from './error-codes.ts'
import type { UploadRule } from './uploads.ts'

/** `action` is `/api` (JSON or XML), `v2` is `/api_v2` (JSON), `stream` is `/v`, below a grant (JSON). */
export type Wire = 'action' | 'v2' | 'stream'

export type Caller = 'anyone' | 'member'

/** `narrowed`: limited to kids titles. `refused` is the default. */
export type KidsRule = 'open' | 'narrowed' | 'refused'

/** One call. Server, client, OpenAPI and fixtures derive from it. Who may call it: `viewer`, `kids`, `whileClosing`, nothing else. */
export interface Endpoint<
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
  V extends Caller = Caller,
> {
  readonly wire: Wire
  /** Below the wire's base: `/revamp/detail`. */
  readonly path: string
  readonly viewer: V
  readonly kids: KidsRule
  /** Our site sends it by POST; another site's page is refused. */
  readonly changes: boolean
  /** Refuses GET with 405 (SPEC section 7 marks three calls POST). */
  readonly postOnly: boolean
  /** Sends an SMS or e-mail: refuses any GET that a page could make on its own (PRODUCT section 3). */
  readonly sends: boolean
  /** `ignored`: a dead token makes its holder a visitor, for calls that lead to a new login. */
  readonly deadToken: 'refused' | 'ignored'
  /** Weight in the rate limit: 1 is a millisecond of CPU time or less. */
  readonly cost: number
  /** Responses to visitors are cached by path, query and region for a minute at most. */
  readonly cacheable: boolean
  /** Open to a member whose account is being closed (PRODUCT section 4). */
  readonly whileClosing: boolean
  /** Content type of a call that answers a file (`{ fileName, bytes }`) instead of an envelope. */
  readonly file: string | undefined
  /** Files as multipart/form-data, by field name; the input has `uploadedFile` there. */
  readonly uploads: Readonly<Record<string, UploadRule>> | undefined
  readonly summary: string
  readonly input: I
  readonly output: O
  /** Besides the general ones. */
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

/** @__NO_SIDE_EFFECTS__ */
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

export const WIRE_BASE = { action: '/api', v2: '/api_v2', stream: '/v' } as const satisfies Record<Wire, string>

export const endpointUrl = ({ wire, path }: Pick<Endpoint, 'wire' | 'path'>): string => WIRE_BASE[wire] + path

export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
export type HandlerOutputOf<E extends Endpoint> = z.input<E['output']>
