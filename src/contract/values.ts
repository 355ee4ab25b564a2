import * as z from 'zod/mini'
import { PAGE_SIZE_MAX } from './words.ts'

/** Apart from the schemas: the site's first paint needs the words, not the library that schemas are made with. */
export * from './words.ts'

/** Ids are opaque strings: letters, digits, `.`, `_`, `-`. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/))

/** A boolean of a query: true/false/1/0. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])]),
  z.transform((v) => v === true || v === 'true' || v === '1'),
)

/** A whole number of a query, within bounds. */
export const whole = (min: number, max: number) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^-?\d{1,9}$/))]),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  )

/** A list of a query or form: the repeated name or a comma list. */
export const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.pipe(
      z.union([z.array(z.string()), z.string()]),
      z.transform((v) => (Array.isArray(v) ? v : v.split(',')).filter((s) => s !== '') as z.input<T>[]),
    ),
    z.array(item).check(z.maxLength(50)) as z.ZodMiniType<z.output<T>[], z.input<T>[]>,
  )

export const page = z._default(whole(1, 100_000), 1)
export const pageSize = z.optional(whole(1, PAGE_SIZE_MAX))
/** What every paged list says besides its page: which one it is, and how many there are on all of them. */
export const paged = { page: z.number(), pageSize: z.number(), total: z.number() }

/** An instant on the wire: `2026-11-21T13:20:00Z`. */
export const instant = z.string()

export const emptyInput = z.object({})
export const emptyOutput = z.object({})
