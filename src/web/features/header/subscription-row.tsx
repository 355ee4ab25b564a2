import type { ReactNode } from 'react'
import { getSubscriptionButton } from '#contract/plans.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { PassIcon } from '#web/ui/feature-icons.tsx'
import styles from './subscription-row.module.css'

/** The way to the plans, in the server's words. SPEC 6: hidden from members with a plan. */
export function SubscriptionRow({ className, onDone }: { className: string | undefined; onDone: () => void }) {
  const isVisitor = useSession().token === undefined
  const button = useCall(getSubscriptionButton, {}).data?.button
  if (!button?.visible) return null
  const row = (
    <a className={className} href={button.action === 'manage' ? paths.setup() : paths.monthlyFee()} onClick={onDone}>
      {isVisitor ? null : <PassIcon />}
      <span className={styles.name}>{button.text}</span>
    </a>
  )
  return isVisitor ? row : <UnlessEnabled>{row}</UnlessEnabled>
}

/** The account knows of the plan as well: nothing is offered before it is there. */
function UnlessEnabled({ children }: { children: ReactNode }) {
  return useAccount().data?.profile.contractStatus === 'disabled' ? children : null
}
