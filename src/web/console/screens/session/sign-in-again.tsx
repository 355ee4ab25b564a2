import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '#web/kit/router.tsx'
import { loadAnew } from '#web/kit/session.ts'
import { useText } from '#web/kit/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { type Me, readSession, session } from '../../client/session.ts'
import { PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import styles from './session.module.css'
import { SignInForm } from './sign-in-form.tsx'

/** Over the page, which keeps what was typed. Another operator gets a page of their own. */
export function SignInAgain({ me, onDone }: { me: Me; onDone: (isSignedIn: boolean) => void }) {
  const text = useText('consoleSession')
  const shell = useShellText()
  const client = useAdminClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leave = () => {
    onDone(false)
    session.reset()
    queries.clear()
    navigate(PATHS.signIn)
  }
  return (
    <Dialog title={text.again.title} closeLabel={shell.close} onClose={leave}>
      <p className={styles.lead}>{text.again.text}</p>
      <SignInForm
        email={me.operator.email}
        onSignedIn={async ({ operator }) => {
          if (operator.operatorId !== me.operator.operatorId) return loadAnew(PATHS.home)
          await readSession(client)
          onDone(true)
        }}
      />
      <button type="button" className={styles.link} onClick={leave}>
        {text.again.leave}
      </button>
    </Dialog>
  )
}
