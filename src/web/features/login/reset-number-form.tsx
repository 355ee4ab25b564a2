import { useState } from 'react'
import { getResetPasswordCode } from '#contract/accounts.ts'
import { DEFAULT_AREA_CODE } from '#contract/fields.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { loginNumber } from '#web/viewer/account/login-prefill.ts'
import { phoneFieldLabels, waitLabel } from '#web/viewer/account/phone-field-labels.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { isResendBlocked, type SentCode, untilOf } from '#web/viewer/account/sent-sms-code.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { grouped } from '#web/ui/form/phone.rules.ts'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import form from '#web/ui/form/form.module.css'

export interface ResetNumberFormProps {
  /** The code that was sent last, if any. */
  last: SentCode | undefined
  /** Focuses the heading: the step replaced another. */
  focus: boolean
  onSent: (code: SentCode) => void
}

/** Step 1: the mobile number. */
export function ResetNumberForm({ last, focus, onSent }: ResetNumberFormProps) {
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
