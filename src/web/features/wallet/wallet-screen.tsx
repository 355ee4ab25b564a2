import type { ReactNode } from 'react'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { wallet } from '#contract/wallet.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/feature-icons.tsx'
import { Balance } from './balance.tsx'
import { Statement } from './statement.tsx'
import styles from './wallet-screen.module.css'

/** `/setup/wallet`: the credits by bucket and lapse date, the plan beside them, and the statement. */
export function WalletScreen({ plan }: { plan?: ReactNode }) {
  const text = useText('wallet')
  const balance = useCall(wallet, {})
  const subscription = useCall(subscriptionDetail, {}, { enabled: plan !== undefined })
  const isAwaited = balance.isPending || (plan !== undefined && subscription.isPending)
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1 className={styles.title}>{text.title}</h1>
        <Button look="primary" icon={<PlusIcon />} href={paths.payPoint()}>
          {text.topUp}
        </Button>
      </div>
      <div className={plan ? styles.overview : undefined}>
        <Balance />
        {plan}
      </div>
      {/* Loaded meanwhile, and shown once the height of what is above it is known. */}
      <div hidden={isAwaited}>
        <Statement />
      </div>
    </div>
  )
}
