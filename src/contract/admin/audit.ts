import * as z from 'zod/mini'
import { id, instant } from '../wire-values.ts'
import { adminExport, adminRead } from './endpoint.ts'
import { pageOf, query } from './forms.ts'

const shortText = z.string().check(z.maxLength(200))

const entries = query(
  {
    operatorId: z.optional(id),
    action: z.optional(shortText),
    /** A noun and its id, or the noun alone. */
    subject: z.optional(shortText),
    from: z.optional(z.iso.datetime({ offset: true })),
    until: z.optional(z.iso.datetime({ offset: true })),
  },
  ['-at', 'at'],
)

export const list = adminRead({
  path: '/audit/list',
  roles: 'all',
  summary: 'The audit log. Who is no administrator sees their own entries.',
  input: entries,
  output: pageOf(
    z.object({
      auditEntryId: z.number(),
      at: instant,
      actor: z.string(),
      operatorId: z.nullable(z.string()),
      action: z.string(),
      subject: z.string(),
      /** The name, as it is now, of a title that the subject is. */
      about: z.nullable(z.object({ zh_HK: z.string(), en_US: z.string() })),
      reason: z.nullable(z.string()),
      before: z.unknown(),
      after: z.unknown(),
      details: z.unknown(),
      requestId: z.nullable(z.string()),
      address: z.nullable(z.string()),
    }),
  ),
})

export const exportEntries = adminExport({
  path: '/audit/export',
  roles: 'all',
  summary: 'The entries of the same filter as a file.',
  input: entries,
})
