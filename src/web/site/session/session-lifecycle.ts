import { onNotAllowed, onSessionEnd } from '#web/viewer/session/api-client.ts'
import { afterFirstPaint } from '#web/kit/idle.ts'
import { mirrorMode, onProfileEntered, readSession } from '#web/viewer/session/session.ts'
import { expireSession } from './session-expiry.ts'
import { followOtherTabs } from './other-tabs.ts'
import { resumePendingAction } from './resume-pending-action.ts'

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
