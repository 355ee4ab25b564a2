import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { hasVisitorProgress } from '#web/viewer/watch-progress/visitor-progress-key.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { storage } from '#web/kit/storage.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { routeAt } from '../navigation/routes.tsx'
import { MERGE } from './layers.tsx'

/** Set when the viewer postpones the merge in this tab. */
const LATER = 'harbour.mergeLater'

/** Offers to merge the visitor's watch progress into the chosen profile after the login. Not for kids profiles, and not over the player. */
export function MergeHost() {
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
