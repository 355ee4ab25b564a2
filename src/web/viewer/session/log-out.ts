import { logout } from '#contract/sessions.ts'
import { call } from './api-client.ts'
import { isDeadSession } from './refusals.ts'
import { endSession } from './session.ts'

/** Refused, as to a kids profile (403): the session stays open here too. */
const STAYING: ReadonlySet<string> = new Set(['403', 'NOT_ALLOWED'])

/** Without a network it ends here alone; a refusal keeps the session and returns its message. */
export async function logOut(): Promise<string | undefined> {
  const answer = await call(logout, {}, { handles: ({ errorCode }) => isDeadSession(errorCode) })
  if (answer.result === 'FAILED' && STAYING.has(answer.errorCode)) return answer.message
  endSession()
  return undefined
}
