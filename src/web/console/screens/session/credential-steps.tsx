import * as z from 'zod/mini'
import { welcome } from '#contract/admin/session.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { useText } from '#web/kit/text.ts'
import { type FormResult, useForm } from '#web/kit/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyIcon } from '#web/ui/feature-icons.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useShellText } from '../../shell/shell-text.ts'
import styles from './session.module.css'
import type { Invitation, Step } from './steps.ts'

interface CredentialStepsProps {
  invitation: Invitation
  step: Exclude<Step, 'keep'>
  onStep: (step: Step) => void
  onSet: (recoveryCodes: readonly string[]) => void
  /** The link was used or has expired meanwhile. */
  onInvalid: () => void
}

const PASSWORD = z.pick(welcome.input, { password: true })
const CODE = z.pick(welcome.input, { code: true })

export function CredentialSteps({ invitation, step, onStep, onSet, onInvalid }: CredentialStepsProps) {
  const text = useText('consoleSession')
  const shell = useShellText()
  const client = useAdminClient()
  const password = useForm({ schema: PASSWORD, initial: { password: '' }, submit: async () => onStep('scan') })
  const code = useForm({
    schema: CODE,
    initial: { code: '' },
    submit: async (values): Promise<FormResult> => {
      const answer = await client.call(welcome, { token: invitation.token, ...password.values, ...values })
      if (answer.result === 'SUCCESS') return onSet(answer.recoveryCodes)
      code.set({ code: '' })
      if (answer.errorCode === 'NOT_FOUND') return onInvalid()
      if (answer.fields?.password) {
        onStep('password')
        return password.refuse({ message: '', fields: answer.fields })
      }
      return answer.errorCode === 'WRONG_CODE' ? { message: '', fields: { code: answer.message } } : answer
    },
  })
  if (step === 'password')
    return (
      <form className={styles.form} {...password.form}>
        {/* So that a password manager knows whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={invitation.email} readOnly hidden />
        <PasswordField
          label={text.welcome.newPassword}
          hint={text.welcome.passwordHint}
          autoComplete="new-password"
          labels={text.show}
          {...password.field('password')}
        />
        <div className={styles.row}>
          <Button look="primary" type="submit">
            {text.welcome.next}
          </Button>
        </div>
      </form>
    )
  return (
    <form className={styles.form} {...code.form}>
      <Scan uri={invitation.otpauthUri} />
      <CodeInput
        label={text.welcome.enterCode}
        {...code.field('code')}
        onChange={(digits) => {
          if (digits !== '') onStep('code')
          code.set({ code: digits })
        }}
      />
      <FormError>{code.formError}</FormError>
      <div className={styles.row}>
        <Button onClick={() => onStep('password')}>{text.welcome.back}</Button>
        <Button look="primary" type="submit" busy={code.pending} busyText={shell.busy}>
          {text.welcome.verify}
        </Button>
      </div>
    </form>
  )
}

function Scan({ uri }: { uri: string }) {
  const { welcome } = useText('consoleSession')
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <div className={styles.scan}>
      <div className={styles.qr}>
        <QrCode text={uri} label={welcome.qr} />
      </div>
      <div className={styles.key}>
        <h2>{welcome.scanTitle}</h2>
        <p className={styles.lead}>{welcome.scanText}</p>
        <p className={styles.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        <Button
          size="s"
          icon={<CopyIcon size={16} />}
          onClick={() => void copyText(secret, { done: welcome.keyCopied, failed: welcome.copyFailed })}
        >
          {welcome.copyKey}
        </Button>
      </div>
    </div>
  )
}
