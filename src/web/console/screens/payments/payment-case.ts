import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import type { cases } from '#contract/admin/payments.ts'

/** A row of the list. */
export type PaymentCase = AdminOutputOf<typeof cases>['list'][number]
