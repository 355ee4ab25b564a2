import { useSearchParams } from '#web/kit/router.tsx'
import { funncoinSubscribe } from '#contract/payments.ts'
import { getSubscribableMonthlyPlanWeb, type Plan } from '#contract/plans.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { usePaysWithVouchers } from '#web/viewer/account/use-pays-with-vouchers.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { Headline } from '#web/ui/landing.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PassIcon } from '#web/ui/feature-icons.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { PlanCard } from './plan-card.tsx'
import { changeTo } from './plan-terms.rules.ts'
import { useReturned } from './use-returned.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { TelecomScreen } from './telecom-screen.tsx'
import screens from './plan-screens.module.css'
import texts from './plan-text.module.css'

/**
 * `/cryptopay`: a month of the standard plan in cryptocurrency. What it is, what it costs, and the way to the payment page; also where
 * that page sends the browser back to (`return`).
 */
export function CryptoPayScreen() {
  return useReturned() ?? <CryptoPay />
}

function CryptoPay() {
  const { crypto: text } = useText('plans')
  if (usePaysWithVouchers()) return <TelecomScreen />
  return (
    <Screen className={screens.screen}>
      <div className={texts.intro}>
        <Headline kicker={text.kicker} lines={text.headline} />
        <p className={texts.lead}>{text.lead}</p>
      </div>
      <div className={screens.cards}>
        <Month />
      </div>
      <div className={screens.more}>
        <section className={texts.how}>
          <h2 className={texts.subtitle}>{text.facts}</h2>
          <ul className={texts.points}>
            {text.factList.map(({ title, text: line }) => (
              <li key={title}>
                <p className={texts.featureTitle}>{title}</p>
                <p className={texts.featureText}>{line}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Screen>
  )
}

/** The month on sale, or why it cannot be paid for in cryptocurrency. */
function Month() {
  const [query] = useSearchParams()
  const { screen: text } = useText('plans')
  const { site } = useShellText()
  const plans = useCall(getSubscribableMonthlyPlanWeb, { offer: 'standard' })
  const isMember = useSession().token !== undefined
  const subscription = useCall(subscriptionDetail, {}, { enabled: isMember })
  const programId = query.get('for') ?? undefined
  const plan = plans.data?.planList.find(isPayable)
  if (plans.isPending || (isMember && subscription.isPending)) {
    return <Waiting label={site.loading} size="xl" />
  }
  if (!plans.data) {
    return (
      <ErrorPanel
        title={text.failed}
        text={plans.error.message}
        action={{ label: site.retry, onClick: () => void plans.refetch() }}
      />
    )
  }
  if (!plan) return <NotOffered programId={programId} />
  const held = subscription.data?.subscription
  const change = plan.eligible ? changeTo(plan.planId, held) : undefined
  return (
    <PlanCard
      held={held}
      change={change?.what === 'extension' ? change : undefined}
      // No trial comes with a month that is paid in advance.
      plan={{ ...plan, providers: ['crypto'], trialMonths: 0 }}
      path={PATHS.cryptoPay}
      linkWith={() => paths.cryptoPay(programId)}
      provider="crypto"
      programId={programId}
      startBy={funncoinSubscribe}
    />
  )
}

/** Who cannot have the plan is told so before anything about payment. */
const isPayable = ({ eligible, providers }: Plan): boolean => !eligible || providers.includes('crypto')

function NotOffered({ programId }: { programId: string | undefined }) {
  const { crypto: text } = useText('plans')
  return (
    <ErrorPanel
      tone="plain"
      icon={<PassIcon size={26} />}
      title={text.none}
      text={text.noneText}
      action={{ label: text.otherWays, href: paths.monthlyFee({ programId }) }}
    />
  )
}
