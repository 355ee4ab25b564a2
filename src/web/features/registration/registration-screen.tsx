import styles from './registration-screen.module.css'
import { useEffect, Suspense, useState } from 'react'
import { useLocation, useNavigate } from '#web/kit/router.tsx'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useText } from '#web/kit/text.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { openStep, type Step } from './steps.rules.ts'
import { useRegistration, type Registration } from './use-registration.ts'
import type { Reward } from '#contract/codes.ts'
import { useRewardLines } from '#web/viewer/codes/use-rewards.ts'
import { Button } from '#web/ui/button.tsx'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { RewardList } from '#web/ui/reward-list.tsx'
import form from '#web/ui/form/form.module.css'
import { classNames } from '#web/ui/class-names.ts'
import { CheckIcon, LockIcon } from '#web/ui/icons.tsx'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { phoneFieldLabels, waitLabel, resendLabels } from '#web/viewer/account/phone-field-labels.ts'
import { hasPendingAction, pendingTitle } from '#web/viewer/session/pending-action.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ErrorBoundary, type ErrorFallbackProps } from '#web/ui/error-boundary.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import type { AgreementKind } from './agreement-dialog.tsx'
import { lateAt, type SentCode } from '#web/viewer/account/sent-sms-code.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormNotice } from '#web/ui/form/form-notice.tsx'
import { grouped } from '#web/ui/form/phone.rules.ts'
import { Resend } from '#web/ui/form/resend.tsx'
import { GENDERS, NAME_MAX } from '#contract/fields.ts'
import { BirthdayField, EmailField } from '#web/ui/form/person-fields.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { RedeemCodeField } from '#web/ui/form/redeem-code-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const FIRST = routerPath(paths.registration())
const addressOf = (step: Step): string => (step === 1 ? FIRST : `${FIRST}?step=${step}`)

/** SPEC 2, registration: number and agreements, code, details. Each step is a history entry, and values are kept between steps. */
export function RegistrationScreen() {
  const text = useText('registration')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const requested = new URLSearchParams(search).get('step')
  const go = (step: Step) => navigate(addressOf(step))
  const flow = useRegistration({
    go,
    finish: () => navigate(routerPath(paths.profiles()), { replace: true }),
  })
  const step = openStep(requested, { isSent: flow.sent !== undefined, isVerified: flow.isVerified })

  usePageTitle(text.pageTitle([text.steps.number, text.steps.code, text.steps.details][step - 1] ?? ''))

  // Corrects an address whose step is not open, as after a reload, without a history entry.
  useEffect(() => {
    if (pathname === FIRST && String(step) !== (requested ?? '1')) navigate(addressOf(step), { replace: true })
  }, [pathname, requested, step, navigate])

  return (
    <div>
      <StepList current={step} />
      {flow.grants.length > 0 ? <DoneStep grants={flow.grants} onNext={flow.finish} /> : null}
      {step === 1 && flow.grants.length === 0 ? <NumberStep flow={flow} /> : null}
      {step === 2 && flow.sent ? <CodeStep flow={flow} sent={flow.sent} onBack={() => go(1)} /> : null}
      {step === 3 && flow.grants.length === 0 ? <DetailsStep flow={flow} onBack={() => go(2)} /> : null}
    </div>
  )
}

/** After a registration with a promotion code: what it gave. */
function DoneStep({ grants, onNext }: { grants: readonly Reward[]; onNext: () => void }) {
  const { granted: text } = useText('registration')
  const heading = useArrivalFocus<HTMLHeadingElement>()
  return (
    <div className={form.form}>
      <header className={form.head}>
        <h1 ref={heading} tabIndex={-1} className={form.title}>
          {text.title}
        </h1>
        <p className={form.lead}>{text.text}</p>
      </header>
      <RewardList rewards={useRewardLines(grants)} />
      <div className={form.actions}>
        <Button look="primary" size="l" wide onClick={onNext}>
          {text.next}
        </Button>
      </div>
    </div>
  )
}

/** The progress of the registration. */
function StepList({ current }: { current: Step }) {
  const text = useText('registration')
  const names = [text.steps.number, text.steps.code, text.steps.details]
  return (
    <ol className={styles.list} aria-label={text.progress}>
      {names.map((name, at) => {
        const step = at + 1
        const isDone = step < current
        return (
          <li
            key={name}
            className={classNames(styles.step, isDone && styles.done, step === current && styles.current)}
            aria-current={step === current ? 'step' : undefined}
          >
            <span className={styles.number} aria-hidden="true">
              {isDone ? <CheckIcon size={16} /> : step}
            </span>
            <span>{name}</span>
            {isDone ? <span className="visually-hidden">{text.done}</span> : null}
          </li>
        )
      })}
    </ol>
  )
}

const AGREEMENT = lazyScreen(async () => (await import('./agreement-dialog.tsx')).AgreementDialog)

/** Step 1: the mobile number and the two agreements, not preselected. */
function NumberStep({ flow: { number, wait, enterCode } }: { flow: Registration }) {
  const text = useText('registration')
  const title = pendingTitle()
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
        <p className={form.lead}>
          {text.number.text}
          {hasPendingAction() ? (
            <>
              <br />
              {title === undefined ? text.number.resumes : text.number.resumesTitle(title)}
            </>
          ) : null}
        </p>
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

interface CodeStepProps {
  flow: Registration
  sent: SentCode
  onBack: () => void
}

/** Step 2: the SMS code; submitted at the last digit. */
function CodeStep({ flow, sent, onBack }: CodeStepProps) {
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

/** Step 3: personal details. Marketing consent is separate and not preselected. */
function DetailsStep({ flow: { person }, onBack }: { flow: Registration; onBack: () => void }) {
  const text = useText('registration')
  const labels = text.details
  const { day } = useText('fields')
  const name = useArrivalFocus<HTMLInputElement>()
  return (
    <form className={form.form} {...person.form}>
      <header className={form.head}>
        <h1 className={form.title}>{labels.title}</h1>
        <p className={form.lead}>{labels.text}</p>
      </header>
      <TextField
        ref={name}
        label={labels.name}
        hint={labels.nameHint}
        autoComplete="name"
        maxLength={NAME_MAX}
        {...person.field('name')}
      />
      <EmailField label={labels.email} hint={labels.emailHint} {...person.field('email')} />
      <BirthdayField
        label={labels.birthday}
        hint={day.why(labels.birthdayWhy)}
        text={day}
        {...person.field('birthday')}
      />
      <RadioField
        label={labels.gender}
        hint={labels.genderHint}
        choices={GENDERS.map((gender) => ({ value: gender, label: labels.genders[gender] }))}
        {...person.field('gender')}
      />
      <div className={styles.consent}>
        <CheckField label={labels.marketing} hint={labels.marketingHint} {...person.box('agreeMarketing')} />
      </div>
      <PromotionCode person={person} />
      <FormError>{person.formError}</FormError>
      <div className={form.actions}>
        <SubmitButton pending={person.pending} busyText={text.busy}>
          {labels.submit}
        </SubmitButton>
        <Button look="text" wide onClick={onBack}>
          {text.back}
        </Button>
      </div>
    </form>
  )
}

/** Folded until it is wanted: few have one. */
function PromotionCode({ person }: Pick<Registration, 'person'>) {
  const { details: text } = useText('registration')
  const [isOpen, setOpen] = useState(person.values.promotionCode !== '')
  if (!isOpen) {
    return (
      <button type="button" className={form.strongLink} aria-expanded="false" onClick={() => setOpen(true)}>
        {text.havePromotion}
      </button>
    )
  }
  return <RedeemCodeField label={text.promotion} hint={text.promotionHint} {...person.field('promotionCode')} />
}
