import { createStore } from '#web/kit/store.ts'
import { useStore } from '#web/kit/use-store.ts'
import { watchSession } from '#web/viewer/session/session.ts'

/** How long an override counts: afterwards cached answers are refetched anyway. */
const KEPT_MS = 60_000

/** By title: what this page has just set, for copies of a card that were rendered before (an open hover card). */
const overrides = createStore<Record<string, { isFavorite: boolean; at: number }>>({})

/** Whether a title was just added or removed; undefined: neither. */
export function useFavoriteOverride(programId: string): boolean | undefined {
  return useStore(overrides, ({ [programId]: override }) =>
    override && Date.now() - override.at < KEPT_MS ? override.isFavorite : undefined,
  )
}

/** Sets a title for every copy of its card. */
export const setFavoriteOverride = (programId: string, isFavorite: boolean): void =>
  overrides.set({ [programId]: { isFavorite, at: Date.now() } })

// Another profile has other favorites.
watchSession(overrides.reset)
