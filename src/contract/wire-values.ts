import * as z from 'zod/mini'

/** Opaque. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/))

/** In a query: true/false/1/0. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])]),
  z.transform((v) => v === true || v === 'true' || v === '1'),
)

export const whole = (min: number, max: number) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^-?\d{1,9}$/))]),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  )

/** The repeated name, or a comma list. */
export const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.pipe(
      z.union([z.array(z.string()), z.string()]),
      z.transform((v) => (Array.isArray(v) ? v : v.split(',')).filter((s) => s !== '') as z.input<T>[]),
    ),
    z.array(item).check(z.maxLength(50)) as z.ZodMiniType<z.output<T>[], z.input<T>[]>,
  )

/** `2026-11-21T13:20:00Z` */
export const instant = z.string()

export const emptyInput = z.object({})
export const emptyOutput = z.object({})
