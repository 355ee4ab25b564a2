import { onNotAllowed, onSessionEnd } from '#web/viewer/session/api-client.ts'
import { afterFirstPaint } from '#web/kit/idle.ts'
import {
  mirrorMode,
  onProfileEntered,
  readSession,
  clearSession,
  leaveMessage,
  loadAnew,
} from '#web/viewer/session/session.ts'
import { followOtherTabs } from './other-tabs.ts'
import { resumePendingAction } from './resume-pending-action.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { storePendingAction } from '#web/viewer/session/pending-action.ts'
import { isEmbed } from '../boot/embed.ts'
import { findRoute } from '../navigation/routes.tsx'

/** Refusals of one moment have one cause. */
const AGAIN_MS = 10_000

let asked = Number.NEGATIVE_INFINITY

/** Begins to look after the session: its end, its profile, other tabs. Once, before the first render. */
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

/**
 * SPEC 4, session expiry: all is cleared but the language, the cause is said once, and one logs in again to come back to the same place; in the embed the
 * app signs in, so there it is home. However many calls fail together, only the first finds a token.
 */
export function expireSession(message: string): void {
  const at = location.hash.replace(/^#/, '')
  const embed = isEmbed()
  clearSession()
  leaveMessage(message)
  const [path = ''] = at.split('?')
  if (!embed && at !== PATHS.home && findRoute(path)?.guest === false) storePendingAction({ kind: 'go', to: at }, at)
  loadAnew(embed ? '/' : PATHS.login)
}
