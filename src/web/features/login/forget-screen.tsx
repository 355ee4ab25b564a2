import { useState } from 'react'
import { useLocation, useNavigate } from '#web/kit/router.tsx'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { rememberLoginNumber, loginNumber } from '#web/viewer/account/login-prefill.ts'
import {
  forgetSentCode,
  readSentCode,
  rememberSentCode,
  type SentCode,
  isResendBlocked,
  untilOf,
  lateAt,
} from '#web/viewer/account/sent-sms-code.ts'
import { PASSWORD_CHANGED } from './login-notice.ts'
import { getResetPasswordCode, resetPassword } from '#contract/accounts.ts'
import { DEFAULT_AREA_CODE } from '#contract/fields.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit, atField } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import {
  phoneFieldLabels,
  waitLabel,
  passwordFieldLabels,
  resendLabels,
} from '#web/viewer/account/phone-field-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { grouped } from '#web/ui/form/phone.rules.ts'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import form from '#web/ui/form/form.module.css'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Resend } from '#web/ui/form/resend.tsx'

/** SPEC 2, forgotten password in two steps, each a history entry: a code by SMS, then a new password. */
export function ForgetScreen() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [sent, setSent] = useState(() => readSentCode('reset'))
  const [isArrival, setArrival] = useState(true)

  function keep(code: SentCode) {
    rememberSentCode('reset', code)
    setSent(code)
  }

  const first = routerPath(paths.forget())
  const isSecond = new URLSearchParams(search).get('step') === '2'

  if (isSecond && sent) {
    return (
      <ResetForm
        sent={sent}
        onResent={keep}
        onBack={() => {
          setArrival(false)
          navigate(first)
        }}
        onDone={() => {
          forgetSentCode('reset')
          rememberLoginNumber({ mobileno: sent.mobileno, areaCode: sent.areaCode })
          navigate(routerPath(paths.login()), { replace: true, state: PASSWORD_CHANGED })
        }}
      />
    )
  }
  return (
    <ResetNumberForm
      last={sent}
      focus={!isArrival}
      onSent={(code) => {
        keep(code)
        setArrival(false)
        navigate(`${first}?step=2`, { replace: isSecond })
      }}
    />
  )
}

interface ResetNumberFormProps {
  /** The code that was sent last, if any. */
  last: SentCode | undefined
  /** Focuses the heading: the step replaced another. */
  focus: boolean
  onSent: (code: SentCode) => void
}

/** Step 1: the mobile number. */
function ResetNumberForm({ last, focus, onSent }: ResetNumberFormProps) {
  const text = useText('login')
  const heading = useArrivalFocus<HTMLHeadingElement>(focus)
  // Another code is refused for now; one may have been sent before.
  const [waiting, setWaiting] = useState<SentCode>()
  const known = last ?? loginNumber()
  const { submit, wait } = useSubmit(getResetPasswordCode, {
    waitMessage: text.numbers.tooMany,
  })
  const fields = useForm({
    schema: getResetPasswordCode.input,
    initial: { areaCode: known.areaCode ?? DEFAULT_AREA_CODE, mobileno: grouped(known.mobileno ?? '') },
    submit: async (number) => {
      // The code sent to this number is still valid: another would be refused.
      if (isResendBlocked(last, number)) return onSent(last)
      const answer = await submit(number)
      if (answer.result === 'SUCCESS') return onSent({ ...number, until: Date.now() + answer.waitSeconds * 1000 })
      const until = untilOf(answer.failure)
      setWaiting(until === undefined ? undefined : { ...number, until })
      return answer
    },
  })
  const isWaiting = wait.left > 0
  return (
    <form className={form.form} {...fields.form}>
      <header className={form.head}>
        <h1 ref={heading} className={form.title} tabIndex={-1}>
          {text.forget.title}
        </h1>
        <p className={form.lead}>{text.forget.text}</p>
      </header>
      <PhoneField
        {...phoneFieldLabels(text.numbers)}
        region={wait.clearedBy(fields.field('areaCode'))}
        number={wait.clearedBy(fields.field('mobileno'))}
        autoComplete="username"
      />
      <FormError>{fields.formError}</FormError>
      <div className={form.actions}>
        {isWaiting && waiting ? (
          <Button look="text" wide onClick={() => onSent(waiting)}>
            {text.numbers.haveCode}
          </Button>
        ) : null}
        <SubmitButton
          pending={fields.pending}
          busyText={text.forget.sending}
          waiting={waitLabel(text.numbers, wait.left)}
        >
          {text.forget.send}
        </SubmitButton>
        <Button look="text" wide href={paths.login()}>
          {text.forget.back}
        </Button>
      </div>
    </form>
  )
}

interface ResetFormProps {
  sent: SentCode
  onResent: (code: SentCode) => void
  onBack: () => void
  onDone: () => void
}

/** Step 2: the SMS code, and the new password twice. */
function ResetForm({ sent, onResent, onBack, onDone }: ResetFormProps) {
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
