import { onNotAllowed, onSessionEnd } from '#web/viewer/session/api-client.ts'
import { afterFirstPaint } from '#web/kit/idle.ts'
import {
  mirrorMode,
  onProfileEntered,
  readSession,
  clearSession,
  homePath,
  storeProfile,
  watchSession,
} from '#web/viewer/session/session.ts'
import { PATHS, routerPath } from '#web/viewer/navigation/paths.ts'
import { storePendingAction, takePendingAction } from '#web/viewer/session/pending-action.ts'
import { isEmbed } from '../boot/embed.ts'
import { findRoute } from '../navigation/routes.tsx'
import { leaveMessage, loadAnew, onStoredElsewhere } from '#web/kit/session.ts'
import { storage } from '#web/kit/storage.ts'
import { changeOf } from './other-tabs.rules.ts'
import { navigationBridge } from '#web/kit/navigation-bridge.ts'

/** Refusals of one moment have one cause. */
const AGAIN_MS = 10_000

let asked = Number.NEGATIVE_INFINITY

/** Once, before the first render. */
export function startSessionLifecycle(): void {
  mirrorMode()
  onSessionEnd(expireSession)
  onNotAllowed(reconcile)
  onProfileEntered(resumePendingAction)
  followOtherTabs()
  if (readSession().token) afterFirstPaint(reconcile)
}

function reconcile() {
  if (performance.now() - asked < AGAIN_MS) return
  asked = performance.now()
  void import('./reconcile-profile.ts').then(
    ({ reconcileProfile }) => reconcileProfile(),
    () => {},
  )
}

/** SPEC 4: all is cleared but the language. However many calls fail together, only the first finds a token. */
export function expireSession(message: string): void {
  const at = location.hash.replace(/^#/, '')
  const embed = isEmbed()
  clearSession()
  leaveMessage(message)
  const [path = ''] = at.split('?')
  if (!embed && at !== PATHS.home && findRoute(path)?.guest === false) storePendingAction({ kind: 'go', to: at }, at)
  loadAnew(embed ? '/' : PATHS.login)
}

const WATCHED: ReadonlySet<string | null> = new Set([null, 'token', 'currentProfile'])

/** Also after a return from the browser's page cache. */
function followOtherTabs(): void {
  let shown = readSession()
  watchSession(() => {
    shown = readSession()
  })
  const follow = () => {
    const stored = readSession()
    const change = changeOf(shown, stored)
    if (change === 'show') storeProfile(stored.profile)
    if (change !== 'away') return
    const wasMember = shown.token !== undefined
    // Once: the page is on its way out.
    shown = stored
    if (wasMember && !stored.token) storage.session.clear()
    mirrorMode()
    loadAnew(homePath())
  }
  onStoredElsewhere(WATCHED, follow)
}

/** Not the player: its own panel asks for the login too. */
const isOutsidePlayer = (at: string): boolean => /^\/(?!\/|play)/i.test(at)

/** False when nothing was pending. */
export function resumePendingAction(): boolean {
  const kept = takePendingAction()
  if (!kept) return false
  const { action, at } = kept
  const to = routerPath(action.kind === 'favorite' ? at : action.to)
  // Only a place of ours.
  if (!/^\/(?!\/)/.test(to)) return false
  if (action.kind === 'play' && isOutsidePlayer(at)) {
    // Back leaves the player for the page where it was started, not for the login.
    navigationBridge().go(at)
    navigationBridge().open(to)
  } else navigationBridge().go(to)
  if (action.kind === 'favorite') {
    void import('./resume-favorite.ts').then(
      ({ resumeFavorite }) => resumeFavorite(action),
      () => {},
    )
  }
  return true
}
