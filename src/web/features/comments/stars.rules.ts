import { RATING_STARS } from '#contract/comments.ts'

const { min, max, step } = RATING_STARS

/** A rating within 1 to 5, by halves. */
const held = (score: number): number => Math.min(max, Math.max(min, Math.round(score / step) * step))

/** The rating at a place of the five stars, 0 to 1 of their width: the half that is pointed at. */
export const starsAt = (share: number): number => held(Math.ceil((share * max) / step) * step)

/** The rating after a key, half a star further or back; undefined for a key that does nothing. The first step gives one star. */
export function starsAfterKey(key: string, score: number | null): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return score === null ? min : held(score + step)
    case 'ArrowLeft':
    case 'ArrowDown':
      return score === null ? min : held(score - step)
    case 'PageUp':
      return held((score ?? 0) + 1)
    case 'PageDown':
      return held((score ?? min) - 1)
    case 'Home':
      return min
    case 'End':
      return max
    default:
      return undefined
  }
}

/** How much of each of five stars is filled: 0, 0.5 or 1. A mean is rounded to halves. */
export const fillsOf = (score: number): number[] =>
  Array.from({ length: max }, (_, at) => Math.min(1, Math.max(0, Math.round((score - at) / step) * step)))

/** Whole percents of votes by stars, one star first. */
export function percentsOf(byStars: readonly number[]): number[] {
  const votes = byStars.reduce((sum, count) => sum + count, 0)
  return byStars.map((count) => (votes === 0 ? 0 : Math.round((count / votes) * 100)))
}

/** "3.5", "4". */
export const formatStars = (score: number): string => String(score)
