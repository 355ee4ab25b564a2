import { useState } from 'react'
import { changePassword } from '#contract/accounts.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { ScreenHead } from '#web/ui/screen-head.tsx'
import styles from './form-screen.module.css'

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Changes the password, which signs out every other device. */
export function ChangePwdScreen() {
  const { password: text } = useText('account')
  // After a save the form is mounted again, with empty fields.
  const [round, setRound] = useState(0)
  return (
    <>
      <ScreenHead title={text.title} text={text.text} />
      <PasswordForm key={round} onDone={() => setRound(round + 1)} />
    </>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { password: text, passwordWords: labels } = useText('account')
  const { site } = useShellText()
  const { mobileno } = useSession()
  const { submit } = useSubmit(changePassword, { toast: text.done, onSuccess: onDone })
  const form = useForm({ schema: changePassword.input, initial: EMPTY, submit })
  const digits = { labels, inputMode: 'numeric' } as const
  return (
    <form className={styles.form} {...form.form}>
      {/* The account, for password managers. */}
      <input type="text" name="username" autoComplete="username" value={mobileno ?? ''} readOnly hidden />
      <PasswordField
        {...digits}
        label={text.current}
        autoComplete="current-password"
        {...form.field('currentPassword')}
      />
      <PasswordField
        {...digits}
        label={text.next}
        hint={text.nextHint}
        autoComplete="new-password"
        {...form.field('newPassword')}
      />
      <PasswordField {...digits} label={text.confirm} autoComplete="new-password" {...form.field('confirmPassword')} />
      <FormError>{form.formError}</FormError>
      <div className={styles.actions}>
        <Button look="primary" type="submit" busy={form.pending} busyText={site.busy}>
          {text.submit}
        </Button>
      </div>
    </form>
  )
}
