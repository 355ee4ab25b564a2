import { useNavigate } from 'react-router'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isKidsMode } from '#web/viewer/session/session.ts'
import { useText } from '#web/kit/text.ts'
import { discardPendingAction, loginPrompt } from '#web/viewer/session/pending-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useLoginPromptText } from './login-prompt-text.ts'
import styles from './login-prompt.module.css'

/** 「請先登入」. The visitor's pending action is kept during login or registration and discarded when the dialog closes. In kids mode it has no link to the login. */
export function LoginPrompt() {
  const text = useLoginPromptText()
  const { site } = useText()
  const navigate = useNavigate()
  const kids = isKidsMode()
  const close = () => {
    discardPendingAction()
    loginPrompt.close()
  }
  const go = (to: string) => {
    loginPrompt.close()
    void navigate(to)
  }
  return (
    <Dialog title={kids ? text.kidsTitle : text.title} closeLabel={site.close} onClose={close}>
      <p className={styles.text}>{kids ? text.kidsText : text.text}</p>
      <div className={styles.actions}>
        {kids ? null : (
          <>
            <Button look="primary" onClick={() => go(PATHS.login)}>
              {text.login}
            </Button>
            <Button look="secondary" onClick={() => go(PATHS.registration)}>
              {text.register}
            </Button>
          </>
        )}
        <Button look={kids ? 'primary' : 'text'} onClick={close}>
          {text.cancel}
        </Button>
      </div>
    </Dialog>
  )
}
