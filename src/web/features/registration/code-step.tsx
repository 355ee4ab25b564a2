import { resendLabels } from '#web/viewer/account/phone-field-labels.ts'
import { lateAt, type SentCode } from '#web/viewer/account/sent-sms-code.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { FormNotice } from '#web/ui/form/form-notice.tsx'
import { grouped } from '#web/ui/form/phone.rules.ts'
import { Resend } from '#web/ui/form/resend.tsx'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { LockIcon } from '#web/ui/icons.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import type { Registration } from './use-registration.ts'
import form from '#web/ui/form/form.module.css'
import styles from './number-step.module.css'

export interface CodeStepProps {
  flow: Registration
  sent: SentCode
  onBack: () => void
}

/** Step 2: the SMS code; submitted at the last digit. */
export function CodeStep({ flow, sent, onBack }: CodeStepProps) {
  const text = useText('registration')
  const { numbers } = text
  const { code, isVerified } = flow
  const left = useCountdown(sent.until)
  const isLate = useCountdown(lateAt(sent)) === 0
  const input = useArrivalFocus<HTMLInputElement>()
  return (
    <form className={form.form} {...code.form}>
      <header className={form.head}>
        <h1 className={form.title}>{text.code.title}</h1>
        <p className={form.lead}>
          {numbers.codeSentTo}{' '}
          <strong className={form.fact}>
            +{sent.areaCode} {grouped(sent.mobileno)}
          </strong>
        </p>
        <button type="button" className={form.strongLink} onClick={onBack}>
          {numbers.change}
        </button>
      </header>
      {isVerified ? (
        <>
          <FormNotice>{text.code.verified}</FormNotice>
          <div className={form.actions}>
            <Button look="primary" size="l" wide onClick={flow.next}>
              {text.next}
            </Button>
          </div>
        </>
      ) : (
        <>
          <CodeInput
            ref={input}
            label={numbers.code}
            onComplete={(digits) => void code.send({ code: digits })}
            {...code.field('code')}
          />
          <Resend left={left} isLate={isLate} labels={resendLabels(numbers)} onResend={flow.resend} />
          <FormError>{code.formError}</FormError>
          <div className={form.actions}>
            <SubmitButton pending={code.pending} busyText={text.busy}>
              {text.next}
            </SubmitButton>
            <Button look="text" wide onClick={onBack}>
              {text.back}
            </Button>
          </div>
        </>
      )}
      <p className={styles.guard}>
        <LockIcon size={18} />
        <span>{numbers.guard}</span>
      </p>
    </form>
  )
}
