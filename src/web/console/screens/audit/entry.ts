import type { list } from '#contract/admin/audit.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'

/** A row of the list. */
export type Entry = AdminOutputOf<typeof list>['list'][number]
