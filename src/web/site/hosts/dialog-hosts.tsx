import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { parentalGate } from '#web/viewer/parental/parental-gate.ts'
import { loginPrompt } from '#web/viewer/session/pending-action.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { pendingClaim } from '../session/url-session.ts'
import { LINK_CLAIM, LOGIN_PROMPT, PARENTAL } from './layers.tsx'

/** The dialogs that can open over any screen: login prompt, parental code, link claim. Their chunks load when they open. */
export function GateHosts() {
  const asksLogin = useSyncExternalStore(loginPrompt.subscribe, loginPrompt.isOpen, () => false)
  const parental = useSyncExternalStore(parentalGate.subscribe, parentalGate.get, () => null)
  const [claim, setClaim] = useState(pendingClaim)
  return (
    <>
      {asksLogin && !claim ? (
        <ErrorBoundary resetKey="">
          <Suspense fallback={null}>
            <LOGIN_PROMPT.Screen />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      {claim ? (
        <ErrorBoundary resetKey="">
          <Suspense fallback={null}>
            <LINK_CLAIM.Screen claim={claim} onDone={() => setClaim(undefined)} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      {parental ? (
        <ErrorBoundary resetKey="" Fallback={ParentalError}>
          <Suspense fallback={null}>
            <PARENTAL.Screen
              request={parental.request}
              onUnlocked={() => parental.answer(true)}
              onClose={() => parental.answer(false)}
            />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  )
}

/** A dialog whose chunk failed counts as closed: the caller continues and may ask again. */
function ParentalError() {
  useEffect(() => parentalGate.get()?.answer(false), [])
  return null
}
