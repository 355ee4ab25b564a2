import { type FormEvent, Suspense, useEffect, useState } from 'react'
import { isQrOnly, type PaymentKind } from '#contract/payments.ts'
import type { Plan } from '#contract/plans.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { lastMoment } from '#web/kit/format-day.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { useNavigate } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { useLifetime } from '#web/kit/use-lifetime.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBoundary, type ErrorFallbackProps } from '#web/ui/error-boundary.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { keepUnits } from '#web/ui/keep-units.ts'
import { QrDialog } from '#web/ui/qr-dialog.tsx'
import { routerPath } from '#web/viewer/navigation/paths.ts'
import { useCheckPayment, usePayment } from '#web/viewer/payments/use-payment.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import {
  isCancelled,
  isRenewing,
  offeredKinds,
  type PlanChange,
  planTerms,
  type PlanTerms,
  usualPlanKind,
} from './plan-terms.rules.ts'
import { Price } from './price.tsx'
import type { TermsKind } from './terms-dialog.tsx'
import { useAgreementPoll } from './use-agreement.ts'
import { useChargeTimes } from './use-charge-times.ts'
import { type OpenPlanPayment, type PaymentStart, useStartPlan } from './use-start-plan.ts'
import styles from './plan-card.module.css'

const TERMS = lazyScreen(async () => (await import('./terms-dialog.tsx')).TermsDialog)

export interface PlanFormProps {
  plan: Plan
  /** How a plan that one has is changed; none: a new one. */
  change?: PlanChange | undefined
  /** The path of the screen, and the link that leads back to it with a kind of payment chosen. */
  path: string
  linkWith: (provider: PaymentKind) => string
  provider: string | undefined
  programId: string | undefined
  /** The call that starts the payment of a month. */
  startBy?: PaymentStart | undefined
}

/** The price, what is charged when, the kinds of payment, what is agreed to, and the button. A visitor sees it all and is asked to log in by the button. */
export function PlanForm({ plan, change, path, linkWith, provider: preselected, programId, startBy }: PlanFormProps) {
  const { card: text, providers } = useText('plans')
  const isVisitor = useSession().token === undefined
  const requireLogin = useRequireLogin()
  const [chosen, setChosen] = useState(preselected)
  const [isAgreed, setAgreed] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const starting = useStartPlan({ path, programId, startBy })
  const kinds = offeredKinds(plan, change)
  const provider = kinds.find((kind) => kind === chosen) ?? usualPlanKind(kinds, change)
  if (!provider) return null
  const terms = planTerms(plan, provider, change)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!provider || !requireLogin({ kind: 'go', to: linkWith(provider) })) return
    setMissing(!isAgreed)
    if (isAgreed) void starting.start(plan, provider, terms)
    else event.currentTarget.querySelector<HTMLInputElement>('[name=agree]')?.focus()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Price
        amount={plan.amount}
        currency={plan.currency}
        per={terms.kind === 'prepaid' ? text.oneMonth : text.perMonth}
      />
      <Timeline plan={plan} terms={terms} />
      <p className={styles.hint}>{terms.kind === 'prepaid' ? text.prepaid : text.cancel}</p>
      {terms.kind === 'prepaid' && plan.trialMonths > 0 ? <TrialElsewhere kinds={kinds} /> : null}
      <ChargeTimes plan={plan} terms={terms} />
      <RadioField
        className={styles.kinds}
        look="tiles"
        name="provider"
        label={text.provider}
        value={provider}
        onChange={setChosen}
        choices={kinds.map((value) => ({
          value,
          label: providers[value],
          note: isRenewing(value) ? text.renews : isMobileDevice() && isQrOnly(value) ? text.onceElsewhere : text.once,
        }))}
      />
      <Agreement
        plan={plan}
        terms={terms}
        isAgreed={isAgreed}
        onChange={(next) => {
          setAgreed(next)
          setMissing(false)
        }}
        error={isMissing && !isAgreed ? text.agreeMissing : undefined}
      />
      <FormError>{starting.error}</FormError>
      <SubmitPlan plan={plan} terms={terms} change={change} busy={starting.pending} />
      <Note terms={terms} isVisitor={isVisitor} />
      {starting.open ? <PlanPaymentDialog payment={starting.open} terms={terms} onClose={starting.close} /> : null}
    </form>
  )
}

/** The card offers a free month, which the chosen kind of payment does not bring. */
function TrialElsewhere({ kinds }: { kinds: readonly PaymentKind[] }) {
  const { card: text, providers } = useText('plans')
  const renewing = kinds.filter(isRenewing).map((kind) => providers[kind])
  return <p className={styles.hint}>{text.trialElsewhere(renewing.join(text.or))}</p>
}

const CONFIRM = { plan: 'confirmPlan', payment: 'confirmPayment', extension: 'confirmRenewal' } as const

interface SubmitPlanProps {
  plan: Plan
  terms: PlanTerms
  change: PlanChange | undefined
  busy: boolean
}

/** The button says what it does, and what that costs now. */
function SubmitPlan({ plan: { currency }, terms: { kind, dueToday }, change, busy }: SubmitPlanProps) {
  const { card, change: changing } = useText('plans')
  const { site } = useShellText()
  const { language } = useCallContext()
  const label = change
    ? changing[kind === 'prepaid' ? 'extend' : isCancelled(change) ? 'confirmRenewal' : CONFIRM[change.what]]
    : card[kind === 'trial' ? 'startTrial' : kind === 'prepaid' ? 'payOnce' : 'subscribe']
  const note = kind === 'change' ? undefined : formatMoney(dueToday, language, currency)
  return (
    <Button look="primary" size="l" wide type="submit" note={note} busy={busy} busyText={site.busy}>
      {label}
    </Button>
  )
}

/** The sentence below the button. */
function Note({ terms, isVisitor }: { terms: PlanTerms; isVisitor: boolean }) {
  const { card, change } = useText('plans')
  const { language } = useCallContext()
  const sentences = [
    terms.kind === 'trial' ? card.trialNote(formatInstant(terms.nextCharge, language)) : '',
    terms.kind === 'change' ? change.stays(formatInstant(terms.nextCharge, language)) : '',
    isVisitor ? card.visitor : '',
  ].filter(Boolean)
  return sentences.map((sentence) => (
    <p key={sentence} className={styles.note}>
      {sentence}
    </p>
  ))
}

interface AgreementProps {
  plan: Plan
  terms: PlanTerms
  isAgreed: boolean
  onChange: (isAgreed: boolean) => void
  error: string | undefined
}

/** What is agreed to, not preselected, with the texts to be read. */
function Agreement({ plan, terms, isAgreed, onChange, error }: AgreementProps) {
  const { card: text } = useText('plans')
  const { language } = useCallContext()
  const [open, setOpen] = useState<TermsKind>()
  const amount = formatMoney(plan.amount, language, plan.currency)
  const what =
    terms.kind === 'trial'
      ? text.agreeTrial(amount)
      : terms.kind === 'prepaid'
        ? text.agreeOnce(amount)
        : text.agreeRenewal(amount)
  const read = (kind: TermsKind) => (
    <button
      type="button"
      className={styles.read}
      aria-haspopup="dialog"
      onPointerEnter={TERMS.preload}
      onClick={() => setOpen(kind)}
    >
      {text[kind]}
    </button>
  )
  return (
    <div>
      <CheckField name="agree" label={what} checked={isAgreed} onChange={onChange} error={error} />
      <p className={styles.texts}>
        {read('terms')}
        {read('privacy')}
      </p>
      {open ? (
        <ErrorBoundary resetKey={open} Fallback={TermsFault}>
          <Suspense fallback={null}>
            <TERMS.Screen kind={open} plan={plan} onClose={() => setOpen(undefined)} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </div>
  )
}

/** The text could not be loaded. */
function TermsFault({ onRetry }: ErrorFallbackProps) {
  const { site } = useShellText()
  return (
    <div>
      <FormError>{useText('plans').card.agreementFailed}</FormError>
      <Button onClick={onRetry}>{site.retry}</Button>
    </div>
  )
}

interface PaymentDialogProps {
  payment: OpenPlanPayment
  terms: PlanTerms
  onClose: () => void
}

/** Where an agreement or a prepaid month is approved by a QR code, or on a phone in the app. It leads on with any end. */
const PlanPaymentDialog = ({ payment, terms, onClose }: PaymentDialogProps) =>
  payment.merchantAgreementId ? (
    <AgreementDialog
      payment={payment}
      terms={terms}
      merchantAgreementId={payment.merchantAgreementId}
      onClose={onClose}
    />
  ) : (
    <PrepaidDialog payment={payment} onClose={onClose} />
  )

/** SPEC 4: polls until the payer has answered, then closes and leads to the result. */
function AgreementDialog({
  payment,
  terms,
  merchantAgreementId,
  onClose,
}: PaymentDialogProps & { merchantAgreementId: string }) {
  const { agreement: text, qr, providers } = useText('plans')
  const { site } = useShellText()
  const { language } = useCallContext()
  const { step, plan, result } = payment
  const provider = providers[payment.provider]
  const time = useLifetime(step.expiresAt)
  const { isAnswered, isChecking, check } = useAgreementPoll(merchantAgreementId, { enabled: time.left > 0 })
  useLeadOn(isAnswered, result)
  const money = (cents: number) => formatMoney(cents, language, plan.currency)
  const next = 'nextCharge' in terms ? terms.nextCharge : undefined
  return (
    <QrDialog
      title={text.title(provider)}
      closeLabel={qr.close}
      onClose={onClose}
      code={step.kind === 'qr' ? { text: step.text, label: text.image(provider), provider } : undefined}
      steps={text.steps(provider)}
      facts={[
        { label: text.today, value: money(terms.dueToday) },
        { label: next ? text.monthly(formatInstant(next, language)) : text.monthlyFromNow, value: money(plan.amount) },
      ]}
      {...time}
      text={{ ...qr, waiting: text.waiting, expiredText: text.expiredText }}
      app={step.kind === 'app' ? { label: qr.open(provider), href: step.url } : undefined}
      sandboxUrl={step.kind === 'qr' ? step.sandboxUrl : undefined}
      check={{ label: text.check, busy: isChecking, busyText: site.busy, onClick: check }}
    />
  )
}

function PrepaidDialog({ payment, onClose }: Pick<PaymentDialogProps, 'payment' | 'onClose'>) {
  const { qr: text, providers } = useText('plans')
  const { site } = useShellText()
  const { language } = useCallContext()
  const { step, plan, outTradeNo, result } = payment
  const provider = providers[payment.provider]
  const { status, orderNumber = '' } = usePayment(outTradeNo).data ?? {}
  const checking = useCheckPayment(outTradeNo)
  useLeadOn(status !== undefined && status !== 'pending', result)
  return (
    <QrDialog
      title={text.title(provider)}
      closeLabel={text.close}
      onClose={onClose}
      code={step.kind === 'qr' ? { text: step.text, label: text.image(provider), provider } : undefined}
      steps={isMobileDevice() ? text.stepsElsewhere(provider) : text.steps(provider)}
      facts={[
        { label: text.amount, value: formatMoney(plan.amount, language, plan.currency) },
        { label: text.order, value: orderNumber },
      ]}
      {...useLifetime(step.expiresAt)}
      text={text}
      app={step.kind === 'app' ? { label: text.open(provider), href: step.url } : undefined}
      sandboxUrl={step.kind === 'qr' ? step.sandboxUrl : undefined}
      check={{ label: text.check, busy: checking.pending, busyText: site.busy, onClick: checking.check }}
    />
  )
}

function useLeadOn(isOver: boolean, result: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (isOver) navigate(routerPath(result))
  }, [isOver, navigate, result])
}

interface Entry {
  when: string
  what: string
  amount: number
}

/** What is charged today and when the next charge is, or that there is none. */
function Timeline({ plan, terms }: { plan: Plan; terms: PlanTerms }) {
  const { card } = useText('plans')
  const { language } = useCallContext()
  return (
    <ol className={styles.timeline} aria-label={card.timeline}>
      {useEntries(plan, terms).map(({ when, what, amount }) => (
        <li key={when} className={styles.entry}>
          <div className={styles.text}>
            <p className={styles.when}>{when}</p>
            <p className={styles.what}>{keepUnits(what)}</p>
          </div>
          <p className={styles.amount}>{formatMoney(amount, language, plan.currency)}</p>
        </li>
      ))}
    </ol>
  )
}

function ChargeTimes({ plan, terms }: { plan: Plan; terms: PlanTerms }) {
  const { kind } = terms
  const chargeAt = kind === 'trial' || kind === 'paid' ? terms.nextCharge : undefined
  const times = useChargeTimes(chargeAt, plan.firstCycleEndsAt)
  return times ? <p className={styles.hint}>{times}</p> : null
}

function useEntries(plan: Plan, terms: PlanTerms): Entry[] {
  const { card, change } = useText('plans')
  const { language } = useCallContext()
  const credits = formatNumber(plan.extraCredits, language)
  const lapse = formatInstant(lastMoment(plan.firstCycleEndsAt), language)
  const today = (what: string): Entry => ({ when: card.today, what, amount: terms.dueToday })
  const later = (at: string, what: string, amount = plan.amount): Entry => ({
    when: formatInstant(at, language),
    what,
    amount,
  })
  switch (terms.kind) {
    case 'trial':
      return [today(card.trialStart(credits, lapse)), later(terms.nextCharge, card.trialCharge)]
    case 'paid':
      return [today(card.paidStart(credits, lapse)), later(terms.nextCharge, card.renewal)]
    case 'prepaid':
      return [
        today(
          terms.starts === undefined
            ? card.prepaidStart(credits, lapse)
            : change.extendStart(credits, formatInstant(terms.starts, language)),
        ),
        later(lastMoment(terms.ends), card.prepaidEnd, 0),
      ]
    case 'change':
      return [today(change.approve), later(terms.nextCharge, card.renewal)]
    case 'overdue':
      return [today(change.payNow)]
  }
}
