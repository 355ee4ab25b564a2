import { userProfile } from '#contract/accounts.ts'
import { chooseProfile, profileList } from '#contract/profiles.ts'
import { logout } from '#contract/sessions.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { isDeadSession } from '#web/viewer/session/refusals.ts'
import {
  startSession,
  clearSession,
  isToken,
  loadAnew,
  readSession,
  type StoredProfile,
  storeProfile,
} from '#web/viewer/session/session.ts'
import type { LinkClaim } from './url-session.rules.ts'

type EnterClaim = Extract<LinkClaim, { kind: 'enter' }>

/** What the server says of a link's token. */
export interface CheckedClaim {
  token: string
  partner: string
  /** Not said by the session of a child's profile. */
  mobileno: string
  areaCode: string
  /** The profile that the session is in. */
  profile: StoredProfile | undefined
  at: string
}

/** refused: the token is not good; anything else is the sentence to show. */
export type ClaimResult = { is: 'good'; claim: CheckedClaim } | { is: 'refused' } | { is: 'failed'; message: string }

/** Asks the server whose token a link carries. Nothing of this browser's own session is sent or changed. */
export async function checkClaim({ token, profileId, at }: EnterClaim): Promise<ClaimResult> {
  if (!isToken(token)) return { is: 'refused' }
  const list = await call(profileList, {}, { token })
  if (list.result === 'FAILED') {
    const refused = isDeadSession(list.errorCode) || list.errorCode === 'LOGIN_REQUIRED'
    return refused ? { is: 'refused' } : { is: 'failed', message: list.message }
  }
  const { profiles } = list.data
  const account = await call(userProfile, {}, { token })
  const known = account.result === 'SUCCESS' ? account.profile : { partner: '', mobileno: '', areaCode: '' }
  const current = profiles.find((profile) => profile.current)
  // Only a session that has none yet may take the link's.
  const named = current ? undefined : profiles.find((profile) => profile.profileId === profileId)
  const profile = current ?? named
  return {
    is: 'good',
    claim: { token, partner: known.partner, mobileno: known.mobileno, areaCode: known.areaCode, profile, at },
  }
}

/** Signs in as the link wants, after the reader's yes, in place of whoever was here; the page begins anew at its own place. */
export async function enterClaim({ token, partner, mobileno, areaCode, profile, at }: CheckedClaim): Promise<void> {
  const chosen = profile && (await chosenBy(token, profile))
  await endReplaced(token)
  clearSession()
  startSession({ token, userId: '', partner }, { mobileno, areaCode })
  if (chosen) storeProfile(chosen)
  loadAnew(at)
}

/**
 * The session that was here ends on the server too, so that nobody is left signed in out of sight; if it cannot be reached, it ends here alone. A child's is
 * never logged out: it just is not this browser's any more.
 */
async function endReplaced(wanted: string): Promise<void> {
  const { token, pattern } = readSession()
  if (!token || token === wanted || pattern === 'children') return
  await call(logout, {}, { token, keepalive: true })
}

/** The server's word for it: choosing the profile that is chosen already changes nothing. */
async function chosenBy(token: string, { profileId }: StoredProfile): Promise<StoredProfile | undefined> {
  const answer = await call(chooseProfile, { profileId }, { token })
  return answer.result === 'SUCCESS' ? answer.profile : undefined
}
