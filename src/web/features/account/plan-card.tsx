import type { UserProfile } from '#contract/accounts.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useAccountText } from './account-text.ts'
import { type Fact, Facts, Panel } from '#web/ui/panel.tsx'
import { formatDay } from '#web/kit/format-day.ts'
import styles from './plan-card.module.css'

/** The monthly plan, if any. */
export function PlanCard({ profile }: { profile: UserProfile }) {
  const { plan, wallet } = useAccountText()
  const { language } = useCallContext()
  const { planName, planStart, planEnd, extraCredits, contractStatus } = profile
  if (!planName) {
    return (
      <Panel title={plan.title}>
        <p className={styles.none}>{plan.none}</p>
      </Panel>
    )
  }
  const facts: Fact[] = [
    ...(planStart ? [{ label: plan.start, value: formatDay(planStart, language) }] : []),
    ...(planEnd ? [{ label: plan.end, value: formatDay(planEnd, language) }] : []),
    { label: plan.extra, value: wallet.credits(formatNumber(extraCredits, language)) },
  ]
  return (
    <Panel
      title={plan.title}
      aside={contractStatus === 'enabled' ? <span className={styles.active}>{plan.active}</span> : null}
    >
      <p className={styles.name}>{planName}</p>
      <Facts list={facts} />
    </Panel>
  )
}
