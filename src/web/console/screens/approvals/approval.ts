import type { list } from '#contract/admin/approvals.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import type { list as listOperators } from '#contract/admin/operators.ts'

/** A row of the list. */
export type Approval = AdminOutputOf<typeof list>['list'][number]
/** Whom it concerns. */
export type Operator = AdminOutputOf<typeof listOperators>['list'][number]
