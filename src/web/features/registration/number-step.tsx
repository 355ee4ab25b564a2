import { Suspense, useState } from 'react'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { useText } from '#web/kit/text.ts'
import { phoneFieldLabels, waitLabel } from '#web/viewer/account/phone-field-labels.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBoundary, type ErrorFallbackProps } from '#web/ui/error-boundary.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import type { AgreementKind } from './agreement-dialog.tsx'
import type { Registration } from './use-registration.ts'
import form from '#web/ui/form/form.module.css'
import styles from './number-step.module.css'

const AGREEMENT = lazyScreen(async () => (await import('./agreement-dialog.tsx')).AgreementDialog)

/** Step 1: the mobile number and the two agreements, not preselected. */
export function NumberStep({ flow: { number, wait, enterCode } }: { flow: Registration }) {
  const text = useText('registration')
  const [open, setOpen] = useState<AgreementKind>()
  const terms = number.box('agreeTerms')
  const privacy = number.box('agreePrivacy')
  const read = (kind: AgreementKind, label: string) => (
    <button
      type="button"
      className={form.link}
      aria-haspopup="dialog"
      onPointerEnter={AGREEMENT.preload}
      onClick={() => setOpen(kind)}
    >
      {label}
    </button>
  )
  return (
    <form className={form.form} {...number.form}>
      <header className={form.head}>
        <h1 className={form.title}>{text.number.title}</h1>
        <p className={form.lead}>{text.number.text}</p>
      </header>
      <PhoneField
        {...phoneFieldLabels(text.numbers)}
        region={wait.clearedBy(number.field('areaCode'))}
        number={wait.clearedBy(number.field('mobileno'))}
      />
      <div className={styles.agreements}>
        <CheckField
          label={text.number.terms}
          aside={read('terms', text.number.readTerms)}
          {...terms}
          error={terms.error && text.number.termsMissing}
        />
        <CheckField
          label={text.number.privacy}
          aside={read('privacy', text.number.readPrivacy)}
          {...privacy}
          error={privacy.error && text.number.privacyMissing}
        />
      </div>
      <FormError>{number.formError}</FormError>
      <div className={form.actions}>
        {enterCode ? (
          <Button look="text" wide onClick={enterCode}>
            {text.numbers.haveCode}
          </Button>
        ) : null}
        <SubmitButton pending={number.pending} busyText={text.busy} waiting={waitLabel(text.numbers, wait.left)}>
          {text.next}
        </SubmitButton>
      </div>
      <p className={styles.login}>
        {text.number.haveAccount}
        <a className={form.strongLink} href={paths.login()}>
          {text.number.login}
        </a>
      </p>
      {open ? (
        <ErrorBoundary resetKey={open} Fallback={AgreementFault}>
          <Suspense fallback={null}>
            <AGREEMENT.Screen kind={open} close={text.close} onClose={() => setOpen(undefined)} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </form>
  )
}

/** The agreement could not be loaded. */
function AgreementFault({ onRetry }: ErrorFallbackProps) {
  const { site } = useShellText()
  return (
    <div>
      <FormError>{useText('registration').agreementFailed}</FormError>
      <Button onClick={onRetry}>{site.retry}</Button>
    </div>
  )
}
