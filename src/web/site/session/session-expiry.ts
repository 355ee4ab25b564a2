import { PATHS } from '#web/viewer/navigation/paths.ts'
import { clearSession, leaveMessage, loadAnew } from '#web/viewer/session/session.ts'
import { storePendingAction } from '#web/viewer/session/pending-action.ts'
import { isEmbed } from '../boot/embed.ts'
import { findRoute } from '../navigation/routes.tsx'

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
