import type { Plan } from '#contract/plans.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { lastMoment } from '#web/kit/format-day.ts'
import { formatInstant } from '#web/kit/format.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { InfoIcon } from '#web/ui/feature-icons.tsx'
import { PlanForm, type PlanFormProps } from './plan-form.tsx'
import { isLive, offeredKinds } from './plan-terms.rules.ts'
import { Price } from './price.tsx'
import styles from './plan-card.module.css'
import { useText } from '#web/kit/text.ts'

export interface PlanCardProps extends PlanFormProps {
  /** The plan that the reader has: the card says until when, before it offers anything. */
  held?: Subscription | null | undefined
}

/** One plan, with the form that subscribes to it, or why it cannot be had now. */
export function PlanCard({ held, ...props }: PlanCardProps) {
  const { card: text, change: changing } = useText('plans')
  const { plan, change } = props
  return (
    <section className={styles.card} aria-label={plan.name}>
      <div className={styles.head}>
        <h2 className={styles.name}>{plan.name}</h2>
        {plan.trialMonths > 0 && plan.eligible && !change ? <span className={styles.trial}>{text.trial}</span> : null}
      </div>
      {!plan.eligible && !change ? (
        <Refused plan={plan} held={held} />
      ) : offeredKinds(plan, change).length === 0 ? (
        <>
          <Price amount={plan.amount} currency={plan.currency} per={text.perMonth} />
          <Notice title={change ? changing.noOther : text.unavailable} text={text.unavailableText} />
          {change ? <Button href={paths.setupPlan()}>{changing.back}</Button> : null}
        </>
      ) : (
        <>
          {isLive(held) ? <Held plan={plan} subscription={held} /> : null}
          <PlanForm {...props} />
        </>
      )}
    </section>
  )
}

/** Why this reader cannot subscribe, with the way on. */
function Refused({ plan, held }: Pick<PlanCardProps, 'plan' | 'held'>) {
  const { card: text } = useText('plans')
  const { reason = 'TELECOM_PARTNER' } = plan
  return (
    <>
      <Price amount={plan.amount} currency={plan.currency} per={text.perMonth} />
      {reason === 'HAS_PLAN' && isLive(held) ? (
        <Held plan={plan} subscription={held} />
      ) : (
        <Notice {...text.refusals[reason]} />
      )}
      <Button size="l" wide look="primary" href={reason === 'HAS_PLAN' ? paths.setupPlan() : paths.setup()}>
        {reason === 'TELECOM_PARTNER' ? text.toVouchers : text.toAccount}
      </Button>
    </>
  )
}

/** That the reader has a plan, until when, and what becomes of it then. */
function Held({ plan, subscription }: { plan: Plan; subscription: Subscription }) {
  const { held: text } = useText('plans')
  const { language } = useCallContext()
  const { state, provider, planId, planName, entitledUntil } = subscription
  const until = formatInstant(lastMoment(entitledUntil), language)
  if (planId !== plan.planId) return <Notice title={text.other(planName)} text={text.until(until)} />
  const then = state === 'cancelling' ? (provider ? 'cancelled' : 'prepaid') : state === 'past_due' ? state : 'renews'
  return <Notice title={text.title} text={text[then](until)} />
}

const Notice = ({ title, text }: { title: string; text: string }) => (
  <output className={styles.notice}>
    <InfoIcon size={22} />
    <span>
      <strong className={styles.noticeTitle}>{title}</strong>
      <span className={styles.noticeText}>{text}</span>
    </span>
  </output>
)
