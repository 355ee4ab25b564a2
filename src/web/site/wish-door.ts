import { routerPath } from '#web/lib/paths.ts'
import { siteDoor } from '#web/lib/site-door.ts'
import { takeWish } from '#web/lib/wishes.ts'

/** After login and the choice of a profile: what was wished for before happens. False when nothing was. */
export function doWaitingWish(): boolean {
  const kept = takeWish()
  if (!kept) return false
  const { wish, at } = kept
  const to = routerPath(wish.kind === 'favorite' ? at : wish.to)
  // Only a place of ours.
  if (!/^\/(?!\/)/.test(to)) return false
  siteDoor().go(to)
  if (wish.kind === 'favorite') {
    void import('./wished-favorite.ts').then(
      ({ addWishedFavorite }) => addWishedFavorite(wish),
      () => {},
    )
  }
  return true
}
