import { removeFavorite } from '#contract/library.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { createPendingRemovals } from '#web/viewer/session/pending-removals.ts'

/** The key of the whole list; no id has this character. */
export const ALL_FAVORITES = '*'

export const favoriteRemovals = createPendingRemovals((key) =>
  call(removeFavorite, key === ALL_FAVORITES ? { all: true } : { programId: key }, { keepalive: true }),
)

/** A removal of everything is sent before. */
export function keepFavorite(programId: string): Promise<void> {
  favoriteRemovals.undo(programId)
  return favoriteRemovals.sendNow(ALL_FAVORITES)
}
