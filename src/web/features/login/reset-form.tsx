import { getResetPasswordCode, resetPassword } from '#contract/accounts.ts'
import { useForm } from '#web/kit/use-form.ts'
import { atField, useSubmit } from '#web/kit/use-submit.ts'
import { passwordFieldLabels, resendLabels } from '#web/viewer/account/phone-field-labels.ts'
import { lateAt, type SentCode } from '#web/viewer/account/sent-sms-code.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { grouped } from '#web/ui/form/phone.rules.ts'
import { Resend } from '#web/ui/form/resend.tsx'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import form from '#web/ui/form/form.module.css'

export interface ResetFormProps {
  sent: SentCode
  onResent: (code: SentCode) => void
  onBack: () => void
  onDone: () => void
}

/** Step 2: the SMS code, and the new password twice. */
export function ResetForm({ sent, onResent, onBack, onDone }: ResetFormProps) {
  const text = useText('login')
  const { numbers, forget } = text
  const { areaCode, mobileno } = sent
  usePageTitle(forget.resetTitle)
  const left = useCountdown(sent.until)
  const isLate = useCountdown(lateAt(sent)) === 0
  const code = useArrivalFocus<HTMLInputElement>()
  const { submit } = useSubmit(resetPassword, {
    onSuccess: onDone,
    on: { WRONG_CODE: atField('code'), CODE_EXPIRED: atField('code') },
  })
  const fields = useForm({
    schema: resetPassword.input,
    initial: { areaCode, mobileno, code: '', newPassword: '', confirmPassword: '' },
    submit,
  })
  const sending = useSubmit(getResetPasswordCode, {
    onSuccess: ({ waitSeconds }) => {
      fields.set({ code: '' })
      onResent({ areaCode, mobileno, until: Date.now() + waitSeconds * 1000 })
    },
  })

  async function resend(): Promise<boolean> {
    const answer = await sending.submit({ areaCode, mobileno })
    if (answer.result === 'FAILED') fields.refuse(answer)
    return answer.result === 'SUCCESS'
  }

  const password = { inputMode: 'numeric', autoComplete: 'new-password', labels: passwordFieldLabels(numbers) } as const
  const number = `+${areaCode} ${grouped(mobileno)}`
  return (
    <form className={form.form} {...fields.form}>
      <header className={form.head}>
        <h1 className={form.title}>{forget.resetTitle}</h1>
        <p className={form.lead}>
          {numbers.codeSentTo} <strong className={form.fact}>{number}</strong>
        </p>
      </header>
      {/* The account, for password managers. */}
      <input type="text" name="username" autoComplete="username" value={number} readOnly hidden />
      <CodeInput ref={code} label={numbers.code} {...fields.field('code')} />
      <Resend left={left} isLate={isLate} labels={resendLabels(numbers)} onResend={resend} />
      <PasswordField
        label={forget.newPassword}
        hint={forget.newPasswordHint}
        {...password}
        {...fields.field('newPassword')}
      />
      <PasswordField label={forget.confirmPassword} {...password} {...fields.field('confirmPassword')} />
      <p className={form.lead}>{forget.ends}</p>
      <FormError>{fields.formError}</FormError>
      <div className={form.actions}>
        <SubmitButton pending={fields.pending} busyText={forget.busy}>
          {forget.submit}
        </SubmitButton>
        <Button look="text" wide onClick={onBack}>
          {forget.again}
        </Button>
      </div>
    </form>
  )
}
