import * as z from 'zod/mini'
import { readableLine } from '../fields.ts'
import { instant, whole } from '../wire-values.ts'

export const LIST_MAX = 200
/** A list counts this far, then says "more". */
export const COUNTED_MAX = 10_000
export const REASON_MAX = 500

/** Filters and sort are in the address of the screen as well. The first sort is the default; `-` is descending. */
export const query = <
  F extends Readonly<Record<string, z.ZodMiniType>>,
  const S extends readonly [string, ...string[]],
>(
  filter: F,
  sorts: S,
) =>
  z.object({
    filter: z.prefault(z.object(filter), {} as never),
    sort: z._default(z.enum(sorts), sorts[0] as never),
    /** `next` of the page before. */
    after: z.optional(z.string().check(z.maxLength(1_000))),
    limit: z._default(whole(1, LIST_MAX), 50),
  })

/** `total` is counted on the first page, to `COUNTED_MAX`; `isMore` says that there are more. Null on later pages. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    list: z.array(item),
    next: z.nullable(z.string()),
    total: z.nullable(z.number()),
    isMore: z.boolean(),
  })

export const reason = readableLine(REASON_MAX)

const version = whole(1, 999_999_999)

/** A change answers the same for the same key, for 24 hours. */
export const change = <F extends Readonly<Record<string, z.ZodMiniType>>>(fields: F) =>
  z.object({ requestKey: z.uuid(), version: z.optional(version), reason: z.optional(reason), ...fields })

/** One that replaces what a colleague may have written: it names the version that it replaces. */
export const versionedChange = <F extends Readonly<Record<string, z.ZodMiniType>>>(fields: F) =>
  z.object({ requestKey: z.uuid(), version, reason: z.optional(reason), ...fields })

/** One that must say why. */
export const reasonedChange = <F extends Readonly<Record<string, z.ZodMiniType>>>(fields: F) =>
  z.object({ requestKey: z.uuid(), version: z.optional(version), reason, ...fields })

export interface ChangeInput {
  requestKey: string
  version?: number | undefined
  reason?: string | undefined
}

/** A change that waits for a second person answers `approvalId` and has done nothing yet. */
export const changed = z.object({ version: z.optional(z.number()), approvalId: z.optional(z.string()) })

/** Names one state of a draft; null: there was none. What is saved, restored or dropped without it takes the place of any. */
export const revision = z.optional(z.nullable(z.iso.datetime()))
export const savedDraft = z.object({ savedAt: instant, revision: z.string() })
