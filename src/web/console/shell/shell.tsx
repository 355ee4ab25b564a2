import { Suspense } from 'react'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { useNavigationBridge } from '#web/kit/navigation-bridge.ts'
import { useLocation } from '#web/kit/router.tsx'
import { hideToast, toastStore } from '#web/kit/toast-store.ts'
import { useLinkNavigation } from '#web/kit/use-link-navigation.ts'
import { useScreenChange } from '#web/kit/use-screen-change.ts'
import { useScrollRestoration } from '#web/kit/use-scroll-restoration.ts'
import { useStore } from '#web/kit/use-store.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { ToastHost } from '#web/ui/toast-host.tsx'
import { useAdminClient } from '../client/admin-client.ts'
import { readSession, session, useMe } from '../client/session.ts'
import { FailedState } from '../widgets/state.tsx'
import { type ConsoleRoute, routes } from './routes.ts'
import { useShellText } from './shell-text.ts'
import styles from './shell.module.css'
import { Loading, ScreenFailed } from './waiting.tsx'

const DESK = lazyScreen(async () => (await import('./desk.tsx')).Desk)
const SIGN_IN = lazyScreen(async () => (await import('../screens/session/sign-in.tsx')).SignIn)

export function Shell() {
  const location = useLocation()
  const me = useMe()
  const route = routes.at(location.pathname)
  useNavigationBridge()
  useLinkNavigation()
  useScrollRestoration(location)
  useScreenChange(location.pathname, route.name)
  return (
    <>
      <SkipLink />
      {me ? (
        <Suspense fallback={<Loading />}>
          <DESK.Screen me={me} route={route} />
        </Suspense>
      ) : (
        <Entrance route={route} />
      )}
      <Toasts />
    </>
  )
}

/** Without a session: the address stays, so that a link leads to its page once the operator has signed in. */
function Entrance({ route }: { route: ConsoleRoute }) {
  const text = useShellText()
  const client = useAdminClient()
  const isUnanswered = useStore(session, (value) => value.isUnanswered)
  const { Screen } = route.name === 'welcome' ? route.screen : SIGN_IN
  return (
    <main id="main" className={styles.entrance} tabIndex={-1}>
      <ErrorBoundary resetKey={route.name} Fallback={ScreenFailed}>
        {isUnanswered ? (
          <FailedState error={{ message: text.errors.unanswered }} onRetry={() => void readSession(client)} />
        ) : (
          <Suspense fallback={<Loading />}>
            <Screen />
          </Suspense>
        )}
      </ErrorBoundary>
    </main>
  )
}

function Toasts() {
  const text = useShellText()
  return <ToastHost toast={useStore(toastStore, ({ toast }) => toast)} onHide={hideToast} closeLabel={text.close} />
}

/** A button, because a link to `#main` would be a route here. */
function SkipLink() {
  const text = useShellText()
  return (
    <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
      {text.skip}
    </button>
  )
}
