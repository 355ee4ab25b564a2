import type { Plan } from '#contract/plans.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { InfoIcon } from '#web/ui/feature-icons.tsx'
import { PlanForm, type PlanFormProps } from './plan-form.tsx'
import { offeredKinds } from './plan-terms.rules.ts'
import { Price } from './price.tsx'
import styles from './plan-card.module.css'
import { useText } from '#web/kit/text.ts'

/** One plan, with the form that subscribes to it, or why it cannot be had now. */
export function PlanCard(props: PlanFormProps) {
  const { card: text, change: changing } = useText('plans')
  const { plan, change } = props
  return (
    <section className={styles.card} aria-label={plan.name}>
      <div className={styles.head}>
        <h2 className={styles.name}>{plan.name}</h2>
        {plan.trialMonths > 0 && plan.eligible && !change ? <span className={styles.trial}>{text.trial}</span> : null}
      </div>
      {!plan.eligible && !change ? (
        <Refused plan={plan} />
      ) : offeredKinds(plan, change).length === 0 ? (
        <>
          <Price amount={plan.amount} currency={plan.currency} per={text.perMonth} />
          <Notice title={change ? changing.noOther : text.unavailable} text={text.unavailableText} />
          {change ? <Button href={paths.setupPlan()}>{changing.back}</Button> : null}
        </>
      ) : (
        <PlanForm {...props} />
      )}
    </section>
  )
}

/** Why this reader cannot subscribe, with the way on. */
function Refused({ plan }: { plan: Plan }) {
  const { card: text } = useText('plans')
  const { reason = 'TELECOM_PARTNER' } = plan
  return (
    <>
      <Price amount={plan.amount} currency={plan.currency} per={text.perMonth} />
      <Notice {...text.refusals[reason]} />
      <Button size="l" wide look="primary" href={reason === 'HAS_PLAN' ? paths.setupPlan() : paths.setup()}>
        {reason === 'TELECOM_PARTNER' ? text.toVouchers : text.toAccount}
      </Button>
    </>
  )
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
