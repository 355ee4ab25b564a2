import { useRef, useState } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { recover, signIn } from '#contract/admin/session.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { type FormResult, useForm } from '#web/kit/use-form.ts'
import { useRetryWait } from '#web/kit/use-retry-wait.ts'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import styles from './session.module.css'

interface SignInFormProps {
  /** Of the operator whose session has ended. */
  email?: string
  onSignedIn: (signedIn: AdminOutputOf<typeof signIn>) => unknown
}

/** E-mail, password and the code of the app, or in its place a recovery code. */
export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const text = useText('consoleSession')
  const client = useAdminClient()
  const wait = useRetryWait()
  const code = useRef<HTMLInputElement>(null)
  const [isRecovery, setRecovery] = useState(false)
  const form = useForm({
    schema: isRecovery ? recover.input : signIn.input,
    initial: { email, password: '', code: '', recoveryCode: '' },
    submit: async (values): Promise<FormResult> => {
      const answer = 'recoveryCode' in values ? await client.call(recover, values) : await client.call(signIn, values)
      if (answer.result === 'FAILED') {
        // A code of the app is valid once.
        form.set({ code: '' })
        code.current?.focus()
        return wait.take(answer) ? { message: '' } : answer
      }
      const { recoveryCodesLeft } = answer as Partial<AdminOutputOf<typeof recover>>
      if (recoveryCodesLeft !== undefined) showToast({ text: text.codesLeft(recoveryCodesLeft) })
      await onSignedIn(answer)
    },
  })
  return (
    <form className={styles.form} {...form.form}>
      <TextField
        label={text.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="off"
        {...form.field('email')}
      />
      <PasswordField
        label={text.password}
        autoComplete="current-password"
        labels={text.show}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
        autoFocus={email !== ''}
        {...form.field('password')}
      />
      {isRecovery ? (
        <TextField
          label={text.recoveryCode}
          hint={text.recoveryHint}
          autoComplete="off"
          autoCapitalize="off"
          {...form.field('recoveryCode')}
        />
      ) : (
        <CodeInput
          label={text.code}
          hint={text.codeHint}
          ref={code}
          {...form.field('code')}
          onComplete={(digits) => void form.send({ code: digits })}
        />
      )}
      <FormError>{form.formError}</FormError>
      <SubmitButton
        pending={form.pending}
        busyText={text.busy}
        waiting={wait.left > 0 ? text.wait(wait.left) : undefined}
      >
        {text.submit}
      </SubmitButton>
      <button type="button" className={styles.link} onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? text.useCode : text.useRecovery}
      </button>
    </form>
  )
}
