import { SetupScreen } from '#web/features/account/setup-screen.tsx'
import { PlanPanel } from '#web/features/plans/plan-panel.tsx'
import { RenewalNotice } from '#web/features/plans/renewal-notice.tsx'

export const SetupPage = () => <SetupScreen plan={<PlanPanel />} urgent={<RenewalNotice />} />
