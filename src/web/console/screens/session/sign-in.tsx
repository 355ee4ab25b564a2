import { IDLE_MINUTES, SESSION_HOURS } from '#contract/admin/session.ts'
import { useLocation, useNavigate } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { ClockIcon } from '#web/ui/feature-icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { readSession } from '../../client/session.ts'
import { PATHS } from '../../shell/paths.ts'
import { Card } from './card.tsx'
import styles from './session.module.css'
import { SignInForm } from './sign-in-form.tsx'

/** In the place of every page without a session. */
export function SignIn() {
  const text = useText('consoleSession')
  const client = useAdminClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <Card title={text.title} lead={text.lead}>
      <SignInForm
        onSignedIn={async () => {
          if (pathname === PATHS.signIn) navigate(PATHS.home, { replace: true })
          await readSession(client)
        }}
      />
      <ul className={styles.notes}>
        <li>
          <ClockIcon size={16} />
          {text.notes(IDLE_MINUTES, SESSION_HOURS)}
        </li>
        <li>{text.lostCredentials}</li>
      </ul>
    </Card>
  )
}
