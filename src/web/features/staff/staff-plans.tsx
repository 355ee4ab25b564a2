import { useState } from 'react'
import { useLocation } from 'react-router'
import type { PaymentKind } from '#contract/payments.ts'
import type { Plan } from '#contract/plans.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import type { CheckedStaff } from './use-staff-check.ts'
import { type StaffPaymentDialog, useTakeStaffPlan } from './use-take-staff-plan.ts'
import styles from './staff-screen.module.css'

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
export function StaffPlans(props: StaffPlansProps) {
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
  const provider = kinds.find((kind) => kind === chosen) ?? kinds[0]
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
