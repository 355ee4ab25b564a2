import { PlanPanel } from '#web/features/plans/plan-panel.tsx'
import { WalletScreen } from '#web/features/wallet/wallet-screen.tsx'

/** The credits and their statement, with the plan that another feature shows. */
export const WalletPage = () => <WalletScreen plan={<PlanPanel brief />} />
