import { logout } from '#contract/sessions.ts'
import { call } from './api-client.ts'
import { isDeadSession } from './refusals.ts'
import { endSession } from './session.ts'

/** Refused to a child's profile (403), or otherwise not theirs to do: the session lives on, here too. */
const STAYING: ReadonlySet<string> = new Set(['403', 'NOT_ALLOWED'])

/**
 * Signs this device out: the session ends on the server and here, and home is loaded anew; without a network it ends here alone. A session that may not be
 * left (a child's profile) stays, and the sentence that says why is returned.
 */
export async function logOut(): Promise<string | undefined> {
  const answer = await call(logout, {}, { handles: ({ errorCode }) => isDeadSession(errorCode) })
  if (answer.result === 'FAILED' && STAYING.has(answer.errorCode)) return answer.message
  endSession()
  return undefined
}
