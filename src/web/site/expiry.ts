import { PATHS } from '#web/lib/paths.ts'
import { clearSession, leaveMessage, loadAnew } from '#web/lib/session.ts'
import { keepWish } from '#web/lib/wishes.ts'
import { isEmbed } from './embed.ts'
import { findRoute } from './routes.ts'

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
  if (!embed && at !== PATHS.home && findRoute(path)?.guest === false) keepWish({ kind: 'go', to: at }, at)
  loadAnew(embed ? '/' : PATHS.login)
}
