import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { systemErrors } from '#web/kit/system-error.ts'
import { parentalGate } from '#web/viewer/parental/parental-gate.ts'
import { purchaseGate, warningGate } from '#web/viewer/playback-gates/playback-gates.ts'
import { loginPrompt } from '#web/viewer/session/pending-action.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { pendingClaim } from '../session/url-session.ts'
import { CONTENT_WARNING, LINK_CLAIM, LOGIN_PROMPT, PARENTAL, PURCHASE, SYSTEM_ERROR } from './layers.tsx'

export function GateHosts() {
  const asksLogin = useSyncExternalStore(loginPrompt.subscribe, loginPrompt.isOpen, () => false)
  const parental = useSyncExternalStore(parentalGate.subscribe, parentalGate.get, () => null)
  const warning = useSyncExternalStore(warningGate.subscribe, warningGate.get, () => null)
  const purchase = useSyncExternalStore(purchaseGate.subscribe, purchaseGate.get, () => null)
  const systemError = useSyncExternalStore(systemErrors.subscribe, systemErrors.get, () => null)
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
      {warning ? (
        <ErrorBoundary resetKey="" Fallback={WarningError}>
          <Suspense fallback={null}>
            <CONTENT_WARNING.Screen
              warning={warning.request.warning}
              onAccept={() => warning.answer(true)}
              onClose={() => warning.answer(false)}
            />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      {purchase ? (
        <ErrorBoundary resetKey="" Fallback={PurchaseError}>
          <Suspense fallback={null}>
            <PURCHASE.Screen
              programId={purchase.request.programId}
              onBought={() => purchase.answer(true)}
              onClose={() => purchase.answer(false)}
            />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      {systemError ? (
        <ErrorBoundary resetKey="" onError={systemErrors.close}>
          <Suspense fallback={null}>
            <SYSTEM_ERROR.Screen failure={systemError.request} onClose={systemErrors.close} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  )
}

function ParentalError() {
  useEffect(() => parentalGate.close(), [])
  return null
}

function WarningError() {
  useEffect(() => warningGate.close(), [])
  return null
}

function PurchaseError() {
  useEffect(() => purchaseGate.close(), [])
  return null
}
