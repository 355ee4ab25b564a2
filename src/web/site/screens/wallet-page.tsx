import { PlanPanel } from '#web/features/plans/plan-panel.tsx'
import { WalletScreen } from '#web/features/wallet/wallet-screen.tsx'

export const WalletPage = () => <WalletScreen plan={<PlanPanel brief />} />
