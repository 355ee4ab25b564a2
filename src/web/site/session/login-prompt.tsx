import { useEffect } from 'react'
import { useNavigate } from '#web/kit/router.tsx'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isKidsMode } from '#web/viewer/session/session.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { discardPendingAction, loginPrompt } from '#web/viewer/session/pending-action.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import styles from './login-prompt.module.css'
import { useText } from '#web/kit/text.ts'

/** Closing it, which Back does too, discards the visitor's pending action. In kids mode it has no link to the login. */
export function LoginPrompt() {
  const text = useText('loginPrompt')
  const { site } = useShellText()
  const navigate = useNavigate()
  const kids = isKidsMode()
  useEffect(() => {
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [])
  const go = (to: string) => {
    loginPrompt.close()
    navigate(to)
  }
  return (
    <Dialog title={kids ? text.kidsTitle : text.title} closeLabel={site.close} onClose={close}>
      <p className={styles.text}>{kids ? text.kidsText : text.text}</p>
      <DialogActions
        main={kids ? undefined : { label: text.login, onClick: () => go(PATHS.login) }}
        other={kids ? undefined : { label: text.register, onClick: () => go(PATHS.registration) }}
        cancel={{ label: text.cancel, onClick: close }}
      />
    </Dialog>
  )
}

function close(): void {
  discardPendingAction()
  loginPrompt.close()
}
