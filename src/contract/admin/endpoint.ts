import * as z from 'zod/mini'
import type { ErrorCode } from '../error-codes.ts'
import type { ChangeInput } from './forms.ts'

/** Written by the handler as rows. */
const csvRows = z.object({})

/** Roles add up; what no role of an operator allows is refused. */
export const ROLES = ['catalogue', 'care', 'finance', 'administrator'] as const
export type Role = (typeof ROLES)[number]

/** `signed out`: without a session. `all`: any operator. */
export type Admitted = readonly Role[] | 'all' | 'signed out'

/**
 * `read` changes nothing. `export` answers the rows of a read as a CSV file, by GET. `audited`: a read of personal
 * data, or one that gives a secret, which no answer keeps. `change`: with a
 * request key, in the transaction of its audit entry. `draft`: keeps what the operator has typed, for them alone and without an audit entry.
 * `session`: signs in and out, and writes its own audit entries.
 */
export type AdminKind = 'read' | 'export' | 'audited' | 'change' | 'draft' | 'session'

/** One call of the operators' wire: POST with JSON, or GET of a file. */
export interface AdminEndpoint<
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
  K extends AdminKind = AdminKind,
> {
  readonly kind: K
  /** Below `/api_admin`: `/operators/list`. */
  readonly path: string
  readonly roles: Admitted
  /** The action in the audit log: a verb and its noun. Of kind `read` undefined. */
  readonly audit: string | undefined
  /** The role whose holders decide where the call needs a second person. */
  readonly fourEyes: Role | undefined
  /** Fields of its input that are personal or large: no list of approvals shows them, and they go once it is decided. */
  readonly withheld?: readonly string[] | undefined
  /** Asks for a TOTP code unless one was given in the last ten minutes. */
  readonly stepUp: boolean
  readonly summary: string
  readonly input: I
  readonly output: O
  /** Besides the general ones. */
  readonly refuses: readonly ErrorCode[]
  /** Of one that takes a file; undefined: as any other. */
  readonly bodyBytesMax?: number
}

type Common<I extends z.ZodMiniType, O extends z.ZodMiniType> = Pick<
  AdminEndpoint<I, O>,
  'path' | 'roles' | 'summary' | 'input' | 'output'
> &
  Partial<Pick<AdminEndpoint, 'stepUp' | 'refuses' | 'bodyBytesMax'>>

const defaults = { audit: undefined, fourEyes: undefined, stepUp: false, refuses: [] } as const

/** @__NO_SIDE_EFFECTS__ */
export const adminRead = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  definition: Common<I, O>,
): AdminEndpoint<I, O, 'read'> => ({ ...defaults, kind: 'read', ...definition })

/** @__NO_SIDE_EFFECTS__ */
export const adminExport = <I extends z.ZodMiniType>(
  definition: Omit<Common<I, z.ZodMiniType>, 'output'>,
): AdminEndpoint<I, typeof csvRows, 'export'> => ({
  ...defaults,
  kind: 'export',
  output: csvRows,
  ...definition,
})

/** @__NO_SIDE_EFFECTS__ */
export const adminAudited = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  definition: Common<I, O> & { audit: string },
): AdminEndpoint<I, O, 'audited'> => ({ ...defaults, kind: 'audited', ...definition })

/** @__NO_SIDE_EFFECTS__ */
export const adminChange = <I extends z.ZodMiniType<ChangeInput>, O extends z.ZodMiniType>(
  definition: Common<I, O> & { audit: string; fourEyes?: Role; withheld?: readonly string[] },
): AdminEndpoint<I, O, 'change'> => ({ ...defaults, kind: 'change', ...definition })

/** @__NO_SIDE_EFFECTS__ */
export const adminDraft = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  definition: Common<I, O>,
): AdminEndpoint<I, O, 'draft'> => ({ ...defaults, kind: 'draft', ...definition })

/** @__NO_SIDE_EFFECTS__ */
export const adminSession = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  definition: Common<I, O> & { audit: string | undefined },
): AdminEndpoint<I, O, 'session'> => ({ ...defaults, kind: 'session', ...definition })

export const ADMIN_BASE = '/api_admin'

export const adminUrl = ({ path }: Pick<AdminEndpoint, 'path'>): string => ADMIN_BASE + path

export type AdminInputOf<E extends AdminEndpoint> = z.input<E['input']>
export type AdminParsedInputOf<E extends AdminEndpoint> = z.output<E['input']>
export type AdminOutputOf<E extends AdminEndpoint> = z.output<E['output']>
