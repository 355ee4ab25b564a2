import * as z from 'zod/mini'

export const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

export const translated = (max: number) => z.strictObject({ zh_HK: text(max), en_US: text(max) })

/** In steps of ten cents, which every kind of payment takes. */
export const dollars = (min: number) =>
  z.number().check(
    z.minimum(min),
    z.maximum(100_000),
    z.refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e5), { error: 'in steps of HK$0.10' }),
  )

export const withdrawn = z._default(z.boolean(), false)

export const instant = z
  .string()
  .check(z.refine(isInstant, { error: 'an instant with its offset, 2026-12-06T23:59:59+08:00' }))

export const day = z.string().check(z.refine(isDay, { error: 'a day, 2026-12-08' }))

function isInstant(value: string): boolean {
  try {
    Temporal.Instant.from(value)
    return true
  } catch {
    return false
  }
}

function isDay(value: string): boolean {
  try {
    return Temporal.PlainDate.from(value).toString() === value
  } catch {
    return false
  }
}
