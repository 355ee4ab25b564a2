import { RedeemScreen } from '#web/features/redeem/redeem-screens.tsx'
import { BarePage } from './bare-page.tsx'

/** Redeeming a code without the header (SPEC 2). */
export function RedeemPage() {
  return (
    <BarePage kids={false}>
      <RedeemScreen />
    </BarePage>
  )
}
