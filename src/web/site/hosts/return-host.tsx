import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#web/viewer/session/session.ts'

/** Fetches a member's watch progress again when the page is returned to: it may have gone on at another device meanwhile. */
export function ReturnHost() {
  const queries = useQueryClient()
  const isInProfile = useSession().profile !== undefined
  useEffect(() => {
    if (!isInProfile) return
    const refresh = () => {
      if (document.visibilityState === 'hidden') return
      void import('#web/viewer/watch-progress/watch-progress-cache.ts').then(
        ({ refreshStaleProgress }) => refreshStaleProgress(queries),
        // The chunk could not be loaded: the next return does it.
        () => undefined,
      )
    }
    document.addEventListener('visibilitychange', refresh)
    addEventListener('focus', refresh)
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      removeEventListener('focus', refresh)
    }
  }, [isInProfile, queries])
  return null
}
