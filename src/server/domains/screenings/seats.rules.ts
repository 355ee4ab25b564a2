import type { Restriction } from '#contract/restrictions.ts'

interface Room {
  readonly restriction: Restriction
  readonly seats: number
  readonly taken: readonly number[]
}

interface Joining {
  readonly isMember: boolean
  readonly unlocked: boolean
  readonly name?: string | undefined
}

/** The lowest free seat. Class III is for members who may watch it. */
export function mayJoin(
  { restriction, seats, taken }: Room,
  { isMember, unlocked, name }: Joining,
): { readonly number: number } | { readonly refused: 'login' | 'parental' | 'name' | 'full' } {
  if (restriction === 'III' && !isMember) return { refused: 'login' }
  if (restriction === 'III' && !unlocked) return { refused: 'parental' }
  if (!isMember && name === undefined) return { refused: 'name' }
  const numbers = Array.from({ length: seats }, (_, at) => at + 1)
  const number = numbers.find((one) => !taken.includes(one))
  return number === undefined ? { refused: 'full' } : { number }
}
