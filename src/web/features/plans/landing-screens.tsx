import type { ReactNode } from 'react'
import { getSubscribableMonthlyPlanWeb, type Plan } from '#contract/plans.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { usePaysWithVouchers } from '#web/viewer/account/use-pays-with-vouchers.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { usePosters } from '#web/viewer/cards/use-posters.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Hero, LandingSection, Steps } from '#web/ui/landing.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { Conditions, Features } from './plan-text.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { TelecomScreen } from './telecom-screen.tsx'
import styles from './landing-screens.module.css'

/** `/enjoyhmvod`: explains the pass. */
export function EnjoyScreen() {
  const { landing: text } = useText('plans')
  const { site } = useShellText()
  const plans = useCall(getSubscribableMonthlyPlanWeb, { offer: 'standard' })
  const posters = usePosters()
  const [plan] = plans.data?.planList ?? []
  if (usePaysWithVouchers()) return <TelecomScreen />
  return (
    <Screen className={styles.screen} top="l">
      <Hero
        posters={posters}
        kicker={text.enjoyKicker}
        lines={text.enjoyHeadline}
        lead={plan ? <Lead plan={plan} /> : plans.isPending ? <AwaitedLead /> : text.noPrice}
      >
        <Button look="primary" size="l" href={paths.monthlyFee()}>
          {text.start}
        </Button>
        <Button size="l" href={paths.hmvodPlan()}>
          {text.compare}
        </Button>
      </Hero>
      {plans.isPending ? <Waiting label={site.loading} size="xl" /> : <What plan={plan} />}
    </Screen>
  )
}

/** What the pass brings, by the plan's data, and how to begin. */
function What({ plan }: { plan: Plan | undefined }) {
  const { landing: text } = useText('plans')
  return (
    <>
      {plan ? (
        <LandingSection title={text.whatTitle}>
          <Features plan={plan} />
        </LandingSection>
      ) : null}
      <Steps title={text.steps} list={text.stepList} />
    </>
  )
}

function Lead({ plan: { amount, currency, trialMonths } }: { plan: Plan }) {
  const { landing: text } = useText('plans')
  const money = formatMoney(amount, useCallContext().language, currency)
  return trialMonths > 0 ? text.enjoyTrial(money) : text.enjoyLead(money)
}

/** Takes the room of the lead, so that the buttons below stay where they are when the price has come. */
function AwaitedLead() {
  const { landing: text } = useText('plans')
  return <span className={styles.awaited}>{text.enjoyTrial('HK$00')}</span>
}

/** `/warriors48`: the promotional plan, for new members; the guard sends members home. It leads to its conditions and the sign-up on `/warrior`. */
export function Warriors48Screen() {
  const { landing: text, screen } = useText('plans')
  const { site } = useShellText()
  const { language } = useCallContext()
  const posters = usePosters()
  const plans = useCall(getSubscribableMonthlyPlanWeb, { offer: 'promotional' })
  const [plan] = plans.data?.planList ?? []
  if (plan) {
    return (
      <Screen className={styles.screen} top="l">
        <Hero
          posters={posters}
          kicker={text.warriorKicker}
          lines={text.warriorHeadline(formatMoney(plan.amount, language, plan.currency))}
          lead={text.warriorLead}
        >
          <Button look="primary" size="l" href={paths.warrior()}>
            {text.join}
          </Button>
          <Button size="l" href={paths.login()}>
            {text.login}
          </Button>
        </Hero>
        <Features plan={plan} />
        <Conditions plan={plan} />
      </Screen>
    )
  }
  return (
    <Unsold>
      {plans.isPending ? (
        <Waiting label={site.loading} size="l" />
      ) : plans.isLoadingError ? (
        <ErrorPanel
          isScreen
          title={screen.failed}
          text={plans.error.message}
          action={{ label: site.retry, onClick: () => void plans.refetch() }}
        />
      ) : (
        <ErrorPanel
          isScreen
          tone="plain"
          title={screen.none}
          text={screen.noneText}
          action={{ label: screen.toHome, href: paths.home() }}
        />
      )}
    </Unsold>
  )
}

const Unsold = ({ children }: { children: ReactNode }) => (
  <Screen className={styles.screen} top="l">
    {children}
  </Screen>
)
