import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#web/viewer/session/session.ts'
import { hasUnsentProgress } from '#web/viewer/watch-progress/unsent-progress-key.ts'

/** Sends the watch progress that an earlier visit could not send, once its profile is in. */
export function UnsentHost() {
  const queries = useQueryClient()
  const { profile } = useSession()
  const profileId = profile?.profileId
  useEffect(() => {
    if (profileId === undefined || !hasUnsentProgress()) return
    void import('#web/viewer/watch-progress/save-watch-progress.ts').then(
      ({ resendUnsent }) => resendUnsent(queries),
      // The chunk could not be loaded: the next visit sends it.
      () => undefined,
    )
  }, [profileId, queries])
  return null
}
