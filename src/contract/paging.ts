import * as z from 'zod/mini'
import { PAGE_SIZE_MAX } from './page-sizes.ts'
import { whole } from './wire-values.ts'

export const page = z._default(whole(1, 100_000), 1)
export const pageSize = z.optional(whole(1, PAGE_SIZE_MAX))
export const paged = { page: z.number(), pageSize: z.number(), total: z.number() }
