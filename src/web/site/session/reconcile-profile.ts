import { profileList } from '#contract/profiles.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { readSession, storeProfile } from '#web/viewer/session/session.ts'

/** The server's word counts: the profile may have changed elsewhere. A deleted child's profile stays: only the code leads out of it. */
export async function reconcileProfile(): Promise<void> {
  const { token } = readSession()
  if (!token) return
  // With the token alone: a wrong profile in the call would be refused.
  const answer = await call(profileList, {}, { token })
  const { token: now, profile: stored } = readSession()
  if (answer.result === 'FAILED' || now !== token) return
  const current = answer.data.profiles.find((profile) => profile.current)
  if (!current) {
    if (stored && !stored.childrenModel) storeProfile(undefined)
    return
  }
  const same =
    stored?.profileId === current.profileId &&
    stored.name === current.name &&
    stored.avatar === current.avatar &&
    stored.childrenModel === current.childrenModel
  if (!same) storeProfile(current)
}
