import { useState, type ComponentType } from 'react'
import { Navigate, useLocation, useSearchParams } from '#web/kit/router.tsx'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { startedPayment, rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import styles from './staff-screen.module.css'
import { useText } from '#web/kit/text.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoment, lastMoment } from '#web/kit/format-day.ts'
import { ResultActions, ResultCard, ResultFacts } from '#web/ui/result-card.tsx'
import type { PaymentKind } from '#contract/payments.ts'
import type { Plan } from '#contract/plans.ts'
import { formatMoney, formatNumber, formatClock } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import * as z from 'zod/mini'
import type { OutputOf } from '#contract/endpoint.ts'
import { checkStaffPlan, saveStaffPlanStatus } from '#contract/staff.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useResumed } from '#web/viewer/codes/use-code-form.ts'
import { keepDraft, readDraft } from '#web/viewer/session/form-draft.ts'
import { useQueryClient } from '@tanstack/react-query'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { usualKind } from '#web/viewer/payments/offered-kinds.rules.ts'
import { type OpenStep, useProceed } from '#web/viewer/payments/use-proceed.ts'
import { refreshAfterPlanChange } from '#web/viewer/plans/plan-cache.ts'

/** `/sun-staff`, and inside WeChat `/sun-staff-wechat`: checks company and staff number, then takes a staff plan. A provider sends the browser back here (`return`). */
export function StaffScreen({ PaymentDialog }: { PaymentDialog: StaffPaymentDialog }) {
  const [query] = useSearchParams()
  const started = query.has('return') ? startedPayment() : undefined
  if (started) return <Navigate to={routerPath(paths.paymentResult(started))} replace />
  return <Staff PaymentDialog={PaymentDialog} />
}

function Staff({ PaymentDialog }: { PaymentDialog: StaffPaymentDialog }) {
  const text = useText('staff')
  const { site } = useShellText()
  const { pathname } = useLocation()
  const onlyWechat = pathname.replace(/\/+$/, '') === PATHS.sunStaffWechat
  const [planEnd, setPlanEnd] = useState<string>()
  const check = useStaffCheck()
  const { form, checked } = check
  return (
    <Screen title={text.title} className={styles.screen}>
      {planEnd === undefined ? (
        <>
          <p className={styles.text}>{text.text}</p>
          {checked ? (
            <StaffPlans
              checked={checked}
              onlyWechat={onlyWechat}
              onVisitor={check.keepForLogin}
              onAgain={check.again}
              onTaken={setPlanEnd}
              PaymentDialog={PaymentDialog}
            />
          ) : (
            <form className={styles.panel} {...form.form}>
              <TextField
                label={text.company}
                hint={text.companyHint}
                autoComplete="organization"
                maxLength={80}
                {...check.companyName}
              />
              <TextField label={text.number} autoComplete="off" maxLength={40} {...check.staffNumber} />
              <FormError>{form.formError}</FormError>
              <Button
                look="primary"
                size="l"
                type="submit"
                busy={form.pending}
                busyText={site.busy}
                disabled={check.waiting !== undefined}
              >
                {check.waiting ?? text.check}
              </Button>
            </form>
          )}
        </>
      ) : (
        <StaffResult planEnd={planEnd} />
      )}
    </Screen>
  )
}

/** A free staff plan that runs now. */
function StaffResult({ planEnd }: { planEnd: string }) {
  const { done: text } = useText('staff')
  const { language } = useCallContext()
  return (
    <ResultCard pass tone="paid" kicker={text.kicker} title={text.title}>
      <ResultFacts facts={[{ label: text.until, value: formatMoment(lastMoment(planEnd), language) }]} />
      <ResultActions>
        <Button size="l" look="primary" href={paths.home()}>
          {text.watch}
        </Button>
        <Button size="l" href={paths.setup()}>
          {text.toSetup}
        </Button>
      </ResultActions>
    </ResultCard>
  )
}

interface StaffPlansProps {
  checked: CheckedStaff
  onlyWechat: boolean
  /** A visitor is about to be asked to log in. */
  onVisitor: () => void
  onAgain: (message?: string) => void
  onTaken: (planEnd: string) => void
  PaymentDialog: StaffPaymentDialog
}

/** The staff plans of a checked number: a free one is taken, one with a price is paid; by WeChat Pay alone on its own page. */
function StaffPlans(props: StaffPlansProps) {
  const { checked, onlyWechat, onVisitor, onAgain, onTaken, PaymentDialog } = props
  const text = useText('staff')
  const { site } = useShellText()
  const { language } = useCallContext()
  const { pathname } = useLocation()
  const requireLogin = useRequireLogin()
  const isVisitor = useSession().token === undefined
  const [planId, setPlanId] = useState('')
  const [chosen, setProvider] = useState('')
  const taking = useTakeStaffPlan({
    staffToken: checked.staffToken,
    onExpired: () => onAgain(text.expired),
    onTaken,
  })
  const plan = checked.planList.find((one) => one.planId === planId) ?? checked.planList[0]
  if (!plan) return <FormError>{text.notFound}</FormError>
  const isFree = plan.amount === 0
  const kinds = onlyWechat ? plan.providers.filter((kind) => kind === 'wechat') : plan.providers
  const provider = kinds.find((kind) => kind === chosen) ?? usualKind(kinds)
  const problem = problemOf(plan, isFree ? 'paypal' : provider)

  function take(of: Plan, kind: PaymentKind): void {
    if (isVisitor) onVisitor()
    if (requireLogin({ kind: 'go', to: pathname })) void taking.take(of, kind)
  }

  return (
    <div className={styles.panel}>
      <p className={styles.verified}>
        <CheckIcon size={18} />
        <span>{text.verified(checked.companyName)}</span>
      </p>
      <RadioField
        look="list"
        name="plan"
        label={text.plans}
        value={plan.planId}
        onChange={setPlanId}
        choices={checked.planList.map((one) => ({ value: one.planId, label: one.name, note: noteOf(one) }))}
      />
      {isFree || onlyWechat || kinds.length === 0 ? null : (
        <RadioField
          look="tiles"
          name="provider"
          label={text.provider}
          value={provider ?? ''}
          onChange={setProvider}
          choices={kinds.map((value) => ({ value, label: text.providers[value] }))}
        />
      )}
      {!isFree && onlyWechat && provider ? <p className={styles.note}>{text.onlyWechat}</p> : null}
      <FormError>{problem ?? (taking.failure ? refusalOf(taking.failure) : undefined)}</FormError>
      <Button
        look="primary"
        size="l"
        note={isFree ? undefined : formatMoney(plan.amount, language, plan.currency)}
        busy={taking.pending}
        busyText={site.busy}
        disabled={problem !== undefined}
        onClick={() => take(plan, provider ?? 'paypal')}
      >
        {isFree ? text.take : text.pay}
      </Button>
      {isVisitor ? <p className={styles.note}>{text.visitor}</p> : null}
      <Button look="text" onClick={() => onAgain()}>
        {text.change}
      </Button>
      {taking.open ? <PaymentDialog payment={taking.open} onClose={taking.close} /> : null}
    </div>
  )

  function noteOf({ amount, currency, extraCredits }: Plan): string {
    const price = amount === 0 ? text.free : text.price(formatMoney(amount, language, currency))
    return joinFacts([price, extraCredits > 0 && text.credits(formatNumber(extraCredits, language))], language)
  }

  /** Why this plan cannot be taken now. */
  function problemOf({ eligible, reason }: Plan, kind: PaymentKind | undefined): string | undefined {
    if (!eligible && reason) return text.refused[reason]
    if (kind) return undefined
    return onlyWechat ? text.noWechat : text.noProvider
  }

  function refusalOf({ errorCode, message }: { errorCode: string; message: string }): string {
    return errorCode === 'PAYMENT_NOT_STARTED' ? [...new Set([text.notStarted, message])].join(' ') : message
  }
}

interface CheckedStaff extends OutputOf<typeof checkStaffPlan> {
  companyName: string
}

const DRAFT = 'staff'

const companyAndNumber = z.object({
  companyName: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  staffNumber: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
})

/** The check of a company and a staff number. What was entered stays in this tab, and is checked again after the login. */
function useStaffCheck() {
  const text = useText('staff')
  const isMember = useSession().token !== undefined
  const [checked, setChecked] = useState<CheckedStaff>()
  const [draft] = useState(() => readDraft(DRAFT).values)
  const check = useSubmit(checkStaffPlan, {
    waitMessage: text.tooMany,
    on: { NOT_FOUND: () => ({ message: text.notFound }) },
  })
  const form = useForm({
    schema: companyAndNumber,
    initial: { companyName: draft['companyName'] ?? '', staffNumber: draft['staffNumber'] ?? '' },
    messageOf: ({ path }) => (path[0] === 'companyName' ? text.companyMissing : text.numberMissing),
    submit: async (values) => {
      const answer = await check.submit(values)
      if (answer.result === 'SUCCESS') setChecked({ ...answer, companyName: values.companyName })
      return answer
    },
  })
  useResumed(DRAFT, isMember, () => void form.send())
  const kept = (name: 'companyName' | 'staffNumber') => {
    const field = form.field(name)
    const onChange = (value: string) => {
      keepDraft(DRAFT, { ...form.values, [name]: value })
      check.wait.clear()
      field.onChange(value)
    }
    return { ...field, onChange }
  }
  return {
    form,
    checked,
    companyName: kept('companyName'),
    staffNumber: kept('staffNumber'),
    waiting: check.wait.left > 0 ? text.again(formatClock(check.wait.left)) : undefined,
    /** Before the login: the check is made again after it. */
    keepForLogin: () => keepDraft(DRAFT, form.values, { resumes: true }),
    /** Back to the form, with the reason if there is one. */
    again: (message?: string) => {
      setChecked(undefined)
      if (message) form.refuse({ message })
    },
  }
}

/** A payment that is made beside this page. */
interface OpenStaffPayment {
  outTradeNo: string
  provider: PaymentKind
  /** Cents. */
  amount: number
  step: OpenStep
}

type StaffPaymentDialog = ComponentType<{ payment: OpenStaffPayment; onClose: () => void }>

interface TakeOptions {
  staffToken: string
  /** The token of the check is used or too old. */
  onExpired: () => void
  onTaken: (planEnd: string) => void
}

/** Takes a staff plan: a free one at once, one with a price where it is paid. */
function useTakeStaffPlan({ staffToken, onExpired, onTaken }: TakeOptions) {
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const [open, setOpen] = useState<OpenStaffPayment>()
  const { proceed, isLeaving } = useProceed()
  const { submit, pending, refusal } = useSubmit(saveStaffPlanStatus, {
    on: { CODE_EXPIRED: onExpired, NOT_FOUND: onExpired },
  })

  async function take({ planId, amount }: Plan, provider: PaymentKind): Promise<void> {
    const address = `${location.origin}/#${pathname}?return=1`
    const answer = await submit({
      staffToken,
      planId,
      provider,
      continueURL: address,
      cancelURL: address,
      terminal: isMobileDevice() ? 'wap' : 'web',
    })
    if (answer.result !== 'SUCCESS') return
    const { planEnd, outTradeNo, nextAction } = answer
    if (planEnd !== undefined) {
      refreshAfterPlanChange(queries)
      onTaken(planEnd)
    }
    if (outTradeNo === undefined) return
    rememberPayment({ outTradeNo })
    const step = proceed(nextAction, paths.paymentResult({ outTradeNo }))
    if (step) setOpen({ outTradeNo, provider, amount, step })
  }

  return {
    take,
    /** Also while the browser is on its way to the provider's page. */
    pending: pending || isLeaving,
    failure: refusal?.failure,
    open,
    close: () => setOpen(undefined),
  }
}
