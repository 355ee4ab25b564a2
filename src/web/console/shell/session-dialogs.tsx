import { Suspense } from 'react'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { useStore } from '#web/kit/use-store.ts'
import { signInRequests, stepUpRequests } from '../client/session.ts'

const SIGN_IN = lazyScreen(async () => (await import('../screens/session/sign-in-again.tsx')).SignInAgain)
const STEP_UP = lazyScreen(async () => (await import('../screens/session/step-up.tsx')).StepUp)

const requested = { signIn: { ...signInRequests, initial: null }, stepUp: { ...stepUpRequests, initial: null } }

/** What a call asks of the operator, over the page. A session that ends during a step-up is renewed over it. */
export function SessionDialogs() {
  const stepUp = useStore(requested.stepUp, (open) => open)
  const signIn = useStore(requested.signIn, (open) => open)
  return (
    <Suspense fallback={null}>
      {stepUp ? <STEP_UP.Screen onDone={stepUp.answer} /> : null}
      {signIn ? <SIGN_IN.Screen me={signIn.request} onDone={signIn.answer} /> : null}
    </Suspense>
  )
}
