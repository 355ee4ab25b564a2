import { removeFavorite } from '#contract/library.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { createPendingRemovals } from '#web/viewer/session/pending-removals.ts'

/** The key of the whole list; no id has this character. */
export const ALL_FAVORITES = '*'

/** Favourites that are removed, by title, until they can no longer be undone. */
export const favoriteRemovals = createPendingRemovals((key) =>
  call(removeFavorite, key === ALL_FAVORITES ? { all: true } : { programId: key }, { keepalive: true }),
)

/** A title is added again: it is not removed. A removal of everything is sent before. */
export function keepFavorite(programId: string): Promise<void> {
  favoriteRemovals.undo(programId)
  return favoriteRemovals.sendNow(ALL_FAVORITES)
}
