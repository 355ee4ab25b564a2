import { CampaignScreen } from '#web/features/campaigns/campaign-screen.tsx'
import { RedeemForm } from '#web/features/redeem/redeem-form.tsx'
import { BarePage } from './bare-page.tsx'

/** A campaign without the header (SPEC 2), with redeeming a code as everywhere else. */
export function CampaignPage() {
  return (
    <BarePage kids={false}>
      <CampaignScreen CodeForm={RedeemForm} />
    </BarePage>
  )
}
