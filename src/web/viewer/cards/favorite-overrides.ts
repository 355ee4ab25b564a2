import { createStore } from '#web/kit/store.ts'
import { useStore } from '#web/kit/use-store.ts'
import { watchSession } from '#web/viewer/session/session.ts'

/** How long an override counts: afterwards cached answers are refetched anyway. */
const KEPT_MS = 60_000

/** What this page has just set, for copies of a card that were rendered before. */
const overrides = createStore<Record<string, { isFavorite: boolean; at: number }>>({})

export function useFavoriteOverride(programId: string): boolean | undefined {
  return useStore(overrides, ({ [programId]: override }) =>
    override && Date.now() - override.at < KEPT_MS ? override.isFavorite : undefined,
  )
}

export const setFavoriteOverride = (programId: string, isFavorite: boolean): void =>
  overrides.set({ [programId]: { isFavorite, at: Date.now() } })

// Another profile has other favorites.
watchSession(overrides.reset)
