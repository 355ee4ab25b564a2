import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { parentalGate } from '#web/viewer/parental/parental-gate.ts'
import { loginPrompt } from '#web/viewer/session/pending-action.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { pendingClaim } from '../session/url-session.ts'
import { LINK_CLAIM, LOGIN_PROMPT, PARENTAL } from './layers.tsx'

/** The small questions that may come up over any screen: who logs in, the parental code, what a link wants. Their code comes when they are asked. */
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
        <ErrorBoundary resetKey="" Fault={ParentalFault}>
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

/** A dialog that did not come has not been answered: whoever asked goes on as if it had been closed, and may ask again. */
function ParentalFault() {
  useEffect(() => parentalGate.get()?.answer(false), [])
  return null
}
