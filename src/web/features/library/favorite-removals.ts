import { removeFavorite } from '#contract/library.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { createPendingRemovals } from '#web/viewer/session/pending-removals.ts'

/** The key of the whole list; no id has this character. */
export const ALL_FAVORITES = '*'

/** Favourites that are removed, by title, until they can no longer be undone. */
export const favoriteRemovals = createPendingRemovals((key) =>
  call(removeFavorite, key === ALL_FAVORITES ? { all: true } : { programId: key }, { keepalive: true }),
)
