import { GENRES_MAX } from '#contract/fields.ts'
import type { Genre } from '#contract/genres.ts'
import type { Profile } from '#contract/profiles.ts'

export type Picked = { kind: 'picked'; genres: Genre[] } | { kind: 'full' }

/** Toggles a genre; refuses more than the maximum. */
export function pick(genres: readonly Genre[], genre: Genre): Picked {
  if (genres.includes(genre)) return { kind: 'picked', genres: genres.filter((one) => one !== genre) }
  return genres.length < GENRES_MAX ? { kind: 'picked', genres: [...genres, genre] } : { kind: 'full' }
}

/** The history state of the genres screen when opened from the profile form, to return there. */
export const GENRES_FROM_FORM = { backToForm: true } as const

export const isFromForm = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'backToForm' in state && state.backToForm === true

type NewProfileFacts = Pick<Profile, 'deletable' | 'childrenModel' | 'lastUsedAt' | 'preferences'>

/** Whether a profile is asked for its genres when it is chosen: one that was added, the first time. */
export const asksGenres = ({ deletable, childrenModel, lastUsedAt, preferences }: NewProfileFacts): boolean =>
  deletable && !childrenModel && lastUsedAt === undefined && preferences.length === 0
