import { routerPath } from '#web/viewer/navigation/paths.ts'
import { navigationBridge } from '#web/viewer/session/navigation-bridge.ts'
import { takePendingAction } from '#web/viewer/session/pending-action.ts'

/** After login and the choice of a profile: what was wished for before happens. False when nothing was. */
export function resumePendingAction(): boolean {
  const kept = takePendingAction()
  if (!kept) return false
  const { action, at } = kept
  const to = routerPath(action.kind === 'favorite' ? at : action.to)
  // Only a place of ours.
  if (!/^\/(?!\/)/.test(to)) return false
  navigationBridge().go(to)
  if (action.kind === 'favorite') {
    void import('./resume-favorite.ts').then(
      ({ resumeFavorite }) => resumeFavorite(action),
      () => {},
    )
  }
  return true
}
