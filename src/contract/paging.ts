import * as z from 'zod/mini'
import { whole } from './wire-values.ts'

export const PAGE_SIZE = { portrait: 35, landscape: 25, top: 10 } as const
const PAGE_SIZE_MAX = 100

export const page = z._default(whole(1, 100_000), 1)
export const pageSize = z.optional(whole(1, PAGE_SIZE_MAX))
export const paged = { page: z.number(), pageSize: z.number(), total: z.number() }
