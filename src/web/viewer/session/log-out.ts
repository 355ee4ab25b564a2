import { logout } from '#contract/sessions.ts'
import { call } from './api-client.ts'
import { isDeadSession } from './refusals.ts'
import { endSession } from './session.ts'

/** Refused, as to a kids profile (403): the session stays open here too. */
const STAYING: ReadonlySet<string> = new Set(['403', 'NOT_ALLOWED'])

/**
 * Logs out this device: ends the session on the server and here, and reloads home. Without a network it ends here alone. When the server refuses, the
 * session stays and its message is returned.
 */
export async function logOut(): Promise<string | undefined> {
  const answer = await call(logout, {}, { handles: ({ errorCode }) => isDeadSession(errorCode) })
  if (answer.result === 'FAILED' && STAYING.has(answer.errorCode)) return answer.message
  endSession()
  return undefined
}
