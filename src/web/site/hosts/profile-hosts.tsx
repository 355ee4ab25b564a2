import { Suspense, useState, useEffect } from 'react'
import { useLocation } from '#web/kit/router.tsx'
import { hasVisitorProgress } from '#web/viewer/watch-progress/visitor-progress-key.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { storage } from '#web/kit/storage.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { routeAt } from '../navigation/routes.tsx'
import { MERGE } from './layers.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { hasUnsentProgress } from '#web/viewer/watch-progress/unsent-progress-key.ts'

export function ProfileHosts() {
  return (
    <>
      <MergeHost />
      <UnsentHost />
      <ReturnHost />
    </>
  )
}

const LATER = 'harbour.mergeLater'

/** Not for kids profiles, and not over the player. */
function MergeHost() {
  const { pathname } = useLocation()
  const { profile } = useSession()
  const [later, setLater] = useState(() => storage.session.get(LATER) !== null)
  const route = routeAt(pathname)
  if (later || !profile || profile.childrenModel || !route.header || !hasVisitorProgress()) return null
  return (
    <ErrorBoundary resetKey="">
      <Suspense fallback={null}>
        <MERGE.Screen
          onDone={() => {
            storage.session.set(LATER, 'true')
            setLater(true)
          }}
        />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Viewing may have gone on at another device meanwhile. */
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

/** An earlier visit could not send it. */
function UnsentHost() {
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
