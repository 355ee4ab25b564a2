import { logout } from '#contract/sessions.ts'
import { call } from './api.ts'
import { endSession } from './session.ts'

/**
 * Signs this device out: the session ends on the server and here, and home is loaded anew; without a network it ends here alone. A session that may not be
 * left (a child's profile) stays, and the sentence that says why is returned.
 */
export async function logOut(): Promise<string | undefined> {
  const answer = await call(logout, {}, { ending: true })
  if (answer.result === 'FAILED' && answer.errorCode === 'NOT_ALLOWED') return answer.message
  endSession()
  return undefined
}
