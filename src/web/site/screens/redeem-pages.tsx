import { RedeemScreen } from '#web/features/redeem/redeem-screens.tsx'
import { BarePage } from './bare-page.tsx'

export {
  ExchangeCodeScreen,
  MonthlyRedeemCodeScreen,
  MonthlyRedeemScreen,
  RedeemScreen,
} from '#web/features/redeem/redeem-screens.tsx'

/** Redeeming a code without the header (SPEC 2). */
export function BareRedeemPage() {
  return (
    <BarePage kids={false}>
      <RedeemScreen />
    </BarePage>
  )
}
