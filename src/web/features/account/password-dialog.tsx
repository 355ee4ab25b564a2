import type { ReactNode } from 'react'
import { closeAccount } from '#contract/accounts.ts'
import { type FormResult, useForm } from '#web/kit/use-form.ts'
import { useText } from '#web/kit/text.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import styles from './dialogs.module.css'

export interface PasswordDialogProps {
  title: string
  /** What is about to happen, above the password field. */
  children: ReactNode
  confirm: string
  /** For an action that cannot be undone. */
  danger?: boolean
  submit: (input: { password: string }) => Promise<FormResult>
  onClose: () => void
}

/** Requires the account's password again before a sensitive action. */
export function PasswordDialog({ title, children, confirm, danger, submit, onClose }: PasswordDialogProps) {
  const text = useText('account')
  const { site } = useShellText()
  const { mobileno } = useSession()
  const form = useForm({
    // The export's schema is the same.
    schema: closeAccount.input,
    initial: { password: '' },
    submit,
  })
  return (
    <Dialog title={title} closeLabel={site.close} onClose={onClose}>
      <div className={styles.text}>{children}</div>
      <form className={styles.form} {...form.form}>
        {/* The account, for password managers. */}
        <input type="text" name="username" autoComplete="username" value={mobileno ?? ''} readOnly hidden />
        <PasswordField
          label={text.data.password}
          hint={text.data.passwordText}
          autoComplete="current-password"
          inputMode="numeric"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
          autoFocus
          labels={text.passwordWords}
          {...form.field('password')}
        />
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{ label: confirm, busy: form.pending, busyText: site.busy, danger: danger === true }}
          cancel={{ label: text.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}
