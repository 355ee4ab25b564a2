import { useSearchParams } from '#web/kit/router.tsx'
import { getSubscribableMonthlyPlanWeb, type Plan, type PlanOffer } from '#contract/plans.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { usePaysWithVouchers } from '#web/viewer/account/use-pays-with-vouchers.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { offeredBeside } from '#web/viewer/payments/offered-kinds.rules.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { PosterBackdrop } from '#web/ui/poster-backdrop.tsx'
import { usePosters } from '#web/viewer/cards/use-posters.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PassIcon } from '#web/ui/feature-icons.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { PlanCard } from './plan-card.tsx'
import { changeTo, isLive } from './plan-terms.rules.ts'
import { Conditions, Explanation, Features, Intro } from './plan-text.tsx'
import { useReturned } from './use-returned.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { TelecomScreen } from './telecom-screen.tsx'
import styles from './plan-screens.module.css'

/**
 * `/monthlyfee`: the plan on sale. With `change` another kind of payment for the plan that one has (`payment`), or another plan (its id).
 * It is also where a provider sends the browser back to (`return`).
 */
export function MonthlyFeeScreen() {
  const [query] = useSearchParams()
  const isMember = useSession().token !== undefined
  const change = query.get('change')
  const started = useReturned()
  if (started) return started
  if (change && isMember) return <ChangeScreen wanted={change} />
  return <WantedPlan planId={query.get('planId') ?? ''} />
}

/** The standard plan, unless the address wants the promotional one. A plan that is not on sale is neither. */
function WantedPlan({ planId }: { planId: string }) {
  const { site } = useShellText()
  const includesWanted = (list: readonly Plan[] = []) => list.some((plan) => plan.planId === planId)
  const standard = useCall(getSubscribableMonthlyPlanWeb, { offer: 'standard' }).data?.planList
  const isOther = planId !== '' && standard !== undefined && !includesWanted(standard)
  const promotional = useCall(getSubscribableMonthlyPlanWeb, { offer: 'promotional' }, { enabled: planId !== '' })
  if (isOther && promotional.isPending) return <Waiting label={site.loading} size="xl" />
  return isOther && includesWanted(promotional.data?.planList) ? (
    <PlanScreen offer="promotional" path={PATHS.warrior} />
  ) : (
    <PlanScreen offer="standard" path={PATHS.monthlyFee} />
  )
}

/** `/warrior`: the promotional plan, with its conditions. */
export function WarriorScreen() {
  return useReturned() ?? <PlanScreen offer="promotional" path={PATHS.warrior} />
}

function PlanScreen({ offer, path }: { offer: PlanOffer; path: string }) {
  const [query] = useSearchParams()
  const { site } = useShellText()
  const { screen: text } = useText('plans')
  const programId = query.get('for') ?? undefined
  const plans = useCall(getSubscribableMonthlyPlanWeb, {
    offer,
    ...(query.get('paid') === '1' && { withoutTrial: true }),
  })
  const isMember = useSession().token !== undefined
  // A member with another plan changes to this one from the next cycle on.
  const held = useCall(subscriptionDetail, {}, { enabled: isMember })
  const isPending = plans.isPending || (isMember && held.isPending)
  const list = isPending ? undefined : plans.data?.planList
  const [first] = list ?? []
  const linkWith = (provider: string) =>
    offer === 'standard' ? paths.monthlyFee({ programId, provider }) : paths.warrior(provider)
  const posters = usePosters()
  if (usePaysWithVouchers()) return <TelecomScreen />
  return (
    <Screen className={styles.screen}>
      <Intro plan={first} offer={offer} isAwaited={isPending} />
      <div className={styles.cards}>
        {isPending ? <Waiting label={site.loading} size="xl" /> : null}
        {plans.isLoadingError ? (
          <ErrorPanel
            title={text.failed}
            text={plans.error.message}
            action={{ label: site.retry, onClick: () => void plans.refetch() }}
          />
        ) : null}
        {list?.length === 0 ? <NoPlan /> : null}
        {list?.map((plan) => (
          <PlanCard
            key={plan.planId}
            plan={{ ...plan, providers: offeredBeside(plan.providers) }}
            held={held.data?.subscription}
            change={plan.eligible ? changeTo(plan.planId, held.data?.subscription) : undefined}
            path={path}
            linkWith={linkWith}
            provider={query.get('provider') ?? undefined}
            programId={programId}
          />
        ))}
      </div>
      {first ? (
        <div className={styles.more}>
          <Features plan={first} />
          {offer === 'promotional' ? <Conditions plan={first} /> : null}
          <Explanation plan={first} />
        </div>
      ) : null}
      <PosterBackdrop posters={posters} />
    </Screen>
  )
}

const NoPlan = () => {
  const { screen: text } = useText('plans')
  return (
    <ErrorPanel
      tone="plain"
      icon={<PassIcon size={26} />}
      title={text.none}
      text={text.noneText}
      action={{ label: text.toHome, href: paths.home() }}
    />
  )
}

const LEAD = { plan: 'planText', payment: 'paymentText', extension: 'extensionText' } as const

/** Another kind of payment for the plan that one has, another month of it, or another plan from the next cycle on. Without a plan it is the plan on sale. */
function ChangeScreen({ wanted }: { wanted: string }) {
  const { change: text, screen } = useText('plans')
  const { site } = useShellText()
  const subscription = useCall(subscriptionDetail, {})
  const standard = useCall(getSubscribableMonthlyPlanWeb, { offer: 'standard' })
  const promotional = useCall(getSubscribableMonthlyPlanWeb, { offer: 'promotional' })
  const all = [subscription, standard, promotional]
  const failed = all.find(({ isLoadingError }) => isLoadingError)
  const current = subscription.data?.subscription
  if (subscription.data && !isLive(current)) return <PlanScreen offer="standard" path={PATHS.monthlyFee} />
  const planId = wanted === 'payment' ? current?.planId : wanted
  const plan = [...(standard.data?.planList ?? []), ...(promotional.data?.planList ?? [])].find(
    (one: Plan) => one.planId === planId,
  )
  const change = changeTo(planId ?? '', current)
  const what = change?.what ?? 'payment'
  return (
    <Screen title={text[what]} className={styles.narrow}>
      <p className={styles.lead}>{text[LEAD[what]]}</p>
      {failed ? (
        <ErrorPanel
          title={screen.failed}
          text={failed.error?.message}
          action={{ label: site.retry, onClick: () => void Promise.all(all.map((one) => one.refetch())) }}
        />
      ) : plan && change ? (
        <PlanCard
          plan={plan}
          held={current}
          change={change}
          path={PATHS.monthlyFee}
          linkWith={() => paths.changePlan(wanted)}
          provider={change.subscription.provider}
          programId={undefined}
        />
      ) : all.some(({ isPending }) => isPending) ? (
        <Waiting label={site.loading} size="xl" />
      ) : (
        <NoPlan />
      )}
    </Screen>
  )
}
