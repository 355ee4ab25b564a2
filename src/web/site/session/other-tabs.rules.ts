import type { Session } from '#web/viewer/session/session.ts'

/** show: the same person under another name or avatar; away: another person, a visitor, or another profile. */
export type Change = 'nothing' | 'show' | 'away'

export function changeOf(shown: Session, stored: Session): Change {
  if (shown.token !== stored.token) return 'away'
  if (shown.profile?.profileId !== stored.profile?.profileId) return 'away'
  if (shown.profile?.childrenModel !== stored.profile?.childrenModel) return 'away'
  const same = shown.profile?.name === stored.profile?.name && shown.profile?.avatar === stored.profile?.avatar
  return same ? 'nothing' : 'show'
}
