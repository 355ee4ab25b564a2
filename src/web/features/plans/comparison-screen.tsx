import type { ReactNode } from 'react'
import { getSubscribableMonthlyPlanWeb, type Plan } from '#contract/plans.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { usePaysWithVouchers } from '#web/viewer/account/use-pays-with-vouchers.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { isLive, isRenewing } from './plan-terms.rules.ts'
import { Screen } from '#web/ui/screen.tsx'
import { TelecomScreen } from './telecom-screen.tsx'
import styles from './comparison-screen.module.css'

/** `/hmvodplan`: what one gets without a plan and with each plan on sale, by the plans' data. */
export function ComparisonScreen() {
  const { comparison: text, screen } = useText('plans')
  const { site } = useShellText()
  const standard = useCall(getSubscribableMonthlyPlanWeb, { offer: 'standard' })
  const promotional = useCall(getSubscribableMonthlyPlanWeb, { offer: 'promotional' })
  const plans = [...offered(standard.data?.planList, false), ...offered(promotional.data?.planList, true)]
  const isPending = standard.isPending || promotional.isPending
  const failed = [standard, promotional].find(({ isLoadingError }) => isLoadingError)
  if (usePaysWithVouchers()) return <TelecomScreen />
  return (
    <Screen title={text.title} className={styles.screen}>
      <p className={styles.lead}>{text.text}</p>
      {isPending ? (
        <Waiting label={site.loading} size="l" />
      ) : failed ? (
        <ErrorPanel
          title={screen.failed}
          text={failed.error?.message}
          action={{
            label: site.retry,
            onClick: () => void Promise.all([standard.refetch(), promotional.refetch()]),
          }}
        />
      ) : (
        <Comparison plans={plans} />
      )}
    </Screen>
  )
}

interface ComparedPlan extends Plan {
  isPromotional: boolean
}

const offered = (plans: readonly Plan[] | undefined, isPromotional: boolean): ComparedPlan[] =>
  (plans ?? []).map((plan) => ({ ...plan, isPromotional }))

/** A column each, with the rows' labels before every value on a phone. */
function Comparison({ plans }: { plans: readonly ComparedPlan[] }) {
  const { comparison: text } = useText('plans')
  return (
    <ul className={styles.columns} aria-label={text.caption}>
      <Column
        name={text.free}
        note={<p>{text.freeNote}</p>}
        rows={[
          [text.price, text.freeText],
          [text.trial, text.none],
          [text.passTitles, text.notIncluded],
          [text.freeTitles, text.unlimited],
          [text.rent, text.rentFree],
          [text.credits, text.no],
          [text.renewal, text.none],
        ]}
      >
        <Button wide href={paths.home()}>
          {text.browse}
        </Button>
      </Column>
      {plans.map((plan) => (
        <PlanColumn key={plan.planId} plan={plan} />
      ))}
    </ul>
  )
}

function PlanColumn({ plan }: { plan: ComparedPlan }) {
  const { comparison: text, landing, card, providers } = useText('plans')
  const { language } = useCallContext()
  const { name, description, amount, currency, trialMonths, extraCredits, isPromotional } = plan
  const renewing = plan.providers.filter(isRenewing).map((kind) => providers[kind])
  return (
    <Column
      name={name}
      note={
        <>
          <p>{description}</p>
          {isPromotional ? <p>{landing.warriorLead}</p> : null}
        </>
      }
      isPass
      rows={[
        [text.price, `${formatMoney(amount, language, currency)} ${card.perMonth}`],
        [text.trial, trialMonths > 0 ? text.yes : text.no],
        [text.passTitles, text.unlimited],
        [text.freeTitles, text.unlimited],
        [text.rent, text.rentFree],
        [text.credits, extraCredits > 0 ? text.creditsOf(formatNumber(extraCredits, language)) : text.no],
        [text.renewal, renewing.length > 0 ? renewing.join(text.listJoin) : text.no],
      ]}
    >
      <PlanButton plan={plan} />
    </Column>
  )
}

/** Choose it, switch to it, or manage it. */
function PlanButton({ plan: { planId, isPromotional, eligible } }: { plan: ComparedPlan }) {
  const { comparison: text } = useText('plans')
  const isMember = useSession().token !== undefined
  const held = useCall(subscriptionDetail, {}, { enabled: isMember }).data?.subscription
  const look = isPromotional ? 'secondary' : 'primary'
  if (isLive(held)) {
    if (held.planId === planId || !held.provider) {
      return (
        <Button wide href={paths.setupPlan()}>
          {held.planId === planId ? text.yours : text.manage}
        </Button>
      )
    }
    return (
      <Button wide look={look} href={paths.changePlan(planId)}>
        {text.change}
      </Button>
    )
  }
  if (isMember && !eligible) return null
  return (
    <Button wide look={look} href={isPromotional ? paths.warrior() : paths.monthlyFee()}>
      {text.choose}
    </Button>
  )
}

interface ColumnProps {
  name: string
  note: ReactNode
  isPass?: boolean
  rows: readonly (readonly [label: string, value: string])[]
  children: ReactNode
}

const Column = ({ name, note, isPass = false, rows, children }: ColumnProps) => (
  <li className={styles.column} data-pass={isPass || undefined}>
    <h2 className={styles.name}>{name}</h2>
    <div className={styles.note}>{note}</div>
    <dl className={styles.rows}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {children}
  </li>
)
