import { Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from '#web/kit/router.tsx'
import { setAppName } from '#web/kit/use-page-title.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { LockIcon } from '#web/ui/icons.tsx'
import { useAdminClient } from '../client/admin-client.ts'
import { type Me, hasRole, readSession, signInRequests, stepUpRequests } from '../client/session.ts'
import { mayLeave, useLeaveQuestion } from '../form/use-leave-warning.ts'
import { State } from '../widgets/state.tsx'
import { KeyHelp } from './key-help.tsx'
import { PATHS, href } from './paths.ts'
import { RAIL } from './rail-items.ts'
import { Rail } from './rail.tsx'
import type { ConsoleRoute } from './routes.ts'
import { useShellText } from './shell-text.ts'
import styles from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { useKeys } from './use-keys.ts'
import { Loading, ScreenFailed } from './waiting.tsx'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { useStore } from '#web/kit/use-store.ts'

/** What an operator sees once they have signed in, around each screen. */
export function Desk({ me, route }: { me: Me; route: ConsoleRoute }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const text = useShellText()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openHelp = () => setHelpOpen(true)
  useSessionPoll()
  useBrand(me, text)
  useLeaveQuestion()
  useKeys({
    onHelp: openHelp,
    onGo: (letter) => {
      const item = RAIL.find((each) => each.letter === letter)
      if (item && mayLeave(item.path)) navigate(item.path)
    },
  })
  return (
    <div className={styles.desk}>
      <Rail me={me} />
      <div className={styles.side}>
        <TopBar me={me} onHelp={openHelp} />
        <main id="main" className={styles.main} tabIndex={-1}>
          <ErrorBoundary resetKey={pathname} Fallback={ScreenFailed}>
            <Suspense fallback={<Loading />}>
              <OpenScreen me={me} route={route} />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      {isHelpOpen ? <KeyHelp onClose={() => setHelpOpen(false)} /> : null}
      <SessionDialogs />
    </div>
  )
}

function OpenScreen({ me, route: { admitted, screen } }: { me: Me; route: ConsoleRoute }) {
  const text = useShellText()
  if (admitted === 'signed out') return <Navigate to={PATHS.home} replace />
  if (hasRole(me, admitted)) return <screen.Screen />
  const roles = admitted === 'all' ? [] : admitted.map((role) => text.roles[role])
  return (
    <State
      icon={<LockIcon size={22} />}
      title={text.noPermission.title}
      text={text.noPermission.text(roles.join(' · '))}
      action={{ label: text.noPermission.home, href: href(PATHS.home) }}
    />
  )
}

const POLL_MS = 60_000

/** Learns of new approvals and of the session's end. It does not count as use. */
function useSessionPoll(): void {
  const client = useAdminClient()
  useEffect(() => {
    const poll = () => {
      if (!document.hidden) void readSession(client, { isPoll: true })
    }
    const timer = setInterval(poll, POLL_MS)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [client])
}

function useBrand({ brand }: Me, { console: app, tagline }: { console: string; tagline: string }): void {
  const { zh_HK, en_US } = brand
  useEffect(
    () => setAppName({ zh_HK: `${zh_HK}${app}`, en_US: `${en_US} ${app}` }, tagline),
    [zh_HK, en_US, app, tagline],
  )
}

const SIGN_IN = lazyScreen(async () => (await import('../screens/session/sign-in-again.tsx')).SignInAgain)
const STEP_UP = lazyScreen(async () => (await import('../screens/session/step-up.tsx')).StepUp)

const requested = { signIn: { ...signInRequests, initial: null }, stepUp: { ...stepUpRequests, initial: null } }

/** What a call asks of the operator, over the page. A session that ends during a step-up is renewed over it. */
function SessionDialogs() {
  const stepUp = useStore(requested.stepUp, (open) => open)
  const signIn = useStore(requested.signIn, (open) => open)
  return (
    <Suspense fallback={null}>
      {stepUp ? <STEP_UP.Screen onDone={stepUp.answer} /> : null}
      {signIn ? <SIGN_IN.Screen me={signIn.request} onDone={signIn.answer} /> : null}
    </Suspense>
  )
}
