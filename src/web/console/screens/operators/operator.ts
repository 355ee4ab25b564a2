import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import type { list } from '#contract/admin/operators.ts'

/** A row of the list. */
export type Operator = AdminOutputOf<typeof list>['list'][number]
