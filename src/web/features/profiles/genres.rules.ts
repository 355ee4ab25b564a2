import { GENRES_MAX } from '#contract/fields.ts'
import type { Genre } from '#contract/genres.ts'

export type Picked = { kind: 'picked'; genres: Genre[] } | { kind: 'full' }

/** A press on a genre takes it away or adds it; a fourth is not added. */
export function pick(genres: readonly Genre[], genre: Genre): Picked {
  if (genres.includes(genre)) return { kind: 'picked', genres: genres.filter((one) => one !== genre) }
  return genres.length < GENRES_MAX ? { kind: 'picked', genres: [...genres, genre] } : { kind: 'full' }
}

/** What history keeps when the genres are opened from the profile's form: afterwards one is back there. */
export const GENRES_FROM_FORM = { backToForm: true } as const

export const isFromForm = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'backToForm' in state && state.backToForm === true
