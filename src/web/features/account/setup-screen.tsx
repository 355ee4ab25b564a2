import type { ReactNode } from 'react'
import { deviceList } from '#contract/sessions.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { BalanceCard } from './balance-card.tsx'
import { DataCard } from './data-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { EmailNotice } from './email-notice.tsx'
import { OverviewHead } from './overview-head.tsx'
import { PanelSkeleton } from '#web/ui/panel.tsx'
import styles from './setup-screen.module.css'

interface SetupScreenProps {
  /** The member's plan. */
  plan: ReactNode
  /** Above everything where the cards stand in one column, in which the plan comes late: what cannot wait. */
  urgent: ReactNode
}

/** The account overview: details, balances and devices, with all labels of SPEC 3. */
export function SetupScreen({ plan, urgent }: SetupScreenProps) {
  const { site } = useShellText()
  const profile = useAccount().data?.profile
  // The cards are as high as what they hold: shown one by one, each would move those below it.
  const isAwaited = [useCall(subscriptionDetail, {}), useCall(deviceList, {})].some(({ isPending }) => isPending)
  return (
    <>
      <div className={styles.head}>
        <OverviewHead profile={profile} />
      </div>
      <div className={styles.urgent}>{urgent}</div>
      {profile && !profile.emailValid ? (
        <div className={styles.notice}>
          <EmailNotice email={profile.email} />
        </div>
      ) : null}
      {profile && !isAwaited ? (
        <div key="account" className={styles.body}>
          <div className={styles.column}>
            <BalanceCard profile={profile} />
            <DetailsCard profile={profile} />
          </div>
          <div className={styles.column}>
            {plan}
            <DevicesCard />
            <DataCard />
          </div>
        </div>
      ) : (
        <div key="awaited" className={styles.body} aria-busy="true">
          <output className="visually-hidden">{site.loading}</output>
          <div className={styles.column}>
            <PanelSkeleton lines={5} />
            <PanelSkeleton lines={8} />
          </div>
          <div className={styles.column}>
            <PanelSkeleton lines={3} />
            <PanelSkeleton lines={4} />
          </div>
        </div>
      )}
    </>
  )
}
