/** How many cards stand beside one another in the 800 px column: at least, so that none becomes huge, and at most. */
const BESIDE = { portrait: { min: 5, max: 6 }, landscape: { min: 3, max: 4 } } as const

/** The columns of a row of cards: as many lines as needed, none of them with a single card left over where that can be helped. */
export function rowColumns(count: number, shape: keyof typeof BESIDE): number {
  const { min, max } = BESIDE[shape]
  const lines = Math.ceil(count / max)
  return Math.max(min, Math.ceil(count / lines))
}
