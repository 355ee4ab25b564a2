import { CampaignScreen } from '#web/features/campaigns/campaign-screen.tsx'
import { RedeemForm } from '#web/features/redeem/redeem-form.tsx'
import { BarePage } from './bare-page.tsx'

export function CampaignPage() {
  return (
    <BarePage kids={false}>
      <CampaignScreen CodeForm={RedeemForm} />
    </BarePage>
  )
}
