import * as z from 'zod/mini'

/** Monthly ones are forfeited, recharged ones expire after a year (PRODUCT section 5). */
export const CREDIT_BUCKETS = ['monthly', 'recharged'] as const
export type CreditBucket = (typeof CREDIT_BUCKETS)[number]
export const bucket = z.enum(CREDIT_BUCKETS)
