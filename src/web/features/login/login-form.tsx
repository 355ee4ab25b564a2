import { DEFAULT_AREA_CODE } from '#contract/fields.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Device } from '#contract/devices.ts'
import { login } from '#contract/sessions.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useForm } from '#web/kit/use-form.ts'
import { atField, useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { loginNumber } from '#web/viewer/account/login-prefill.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import type { OpenedSession } from '#web/viewer/session/session.ts'
import { hasPendingAction } from '#web/viewer/session/pending-action.ts'
import { FormError } from '#web/ui/form/field.tsx'
import { FormNotice } from '#web/ui/form/form-notice.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { grouped } from '#web/ui/form/phone.rules.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { passwordFieldLabels, phoneFieldLabels, waitLabel } from '#web/viewer/account/phone-field-labels.ts'
import form from '#web/ui/form/form.module.css'
import styles from './login.module.css'

export type Credentials = ParsedInputOf<typeof login>

export interface LoginFormProps {
  notice: string | undefined
  onSignedIn: (opened: OpenedSession, credentials: Credentials) => void
  onDeviceLimit: (devices: readonly Device[], credentials: Credentials) => void
}

/** Mobile number and password. */
export function LoginForm({ notice, onSignedIn, onDeviceLimit }: LoginFormProps) {
  const text = useText('login')
  const { site } = useShellText()
  const { areaCode, mobileno = '' } = loginNumber()
  const { submit, wait } = useSubmit(login, {
    waitMessage: text.numbers.tooMany,
    on: { WRONG_CREDENTIALS: atField('password') },
  })
  const fields = useForm({
    schema: login.input,
    initial: { areaCode: areaCode ?? DEFAULT_AREA_CODE, mobileno: grouped(mobileno), password: '' },
    submit: async (credentials) => {
      const answer = await submit(credentials)
      if (answer.result === 'SUCCESS') return onSignedIn(answer, credentials)
      if (answer.failure.errorCode === 'DEVICE_LIMIT') return onDeviceLimit(answer.failure.devices, credentials)
      return answer
    },
  })

  return (
    <form className={form.form} {...fields.form}>
      <header className={form.head}>
        <h1 className={form.title}>{text.title}</h1>
        {hasPendingAction() ? <p className={form.lead}>{text.resumes}</p> : null}
      </header>
      <FormNotice>{notice}</FormNotice>
      <PhoneField
        {...phoneFieldLabels(text.numbers)}
        region={wait.clearedBy(fields.field('areaCode'))}
        number={wait.clearedBy(fields.field('mobileno'))}
        autoComplete="username"
      />
      <PasswordField
        label={text.password}
        hint={text.passwordHint}
        autoComplete="current-password"
        inputMode="numeric"
        labels={passwordFieldLabels(text.numbers)}
        {...fields.field('password')}
      />
      <FormError>{fields.formError}</FormError>
      <div className={form.actions}>
        <SubmitButton pending={fields.pending} busyText={text.busy} waiting={waitLabel(text.numbers, wait.left)}>
          {text.submit}
        </SubmitButton>
      </div>
      <div className={styles.links}>
        <a className={form.link} href={paths.forget()}>
          {text.forgot}
        </a>
        <a className={form.link} href={paths.route(PATHS.help)}>
          {site.footer.help}
        </a>
        <span className={styles.register}>
          {text.noAccount}
          <a className={form.strongLink} href={paths.registration()}>
            {text.register}
          </a>
        </span>
      </div>
      <p className={styles.free}>
        {text.freeFirst}
        <a className={styles.look} href={paths.home()}>
          {text.look}
        </a>
      </p>
    </form>
  )
}
