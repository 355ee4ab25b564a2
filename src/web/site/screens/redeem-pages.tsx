import { RedeemScreen } from '#web/features/redeem/redeem-screens.tsx'
import { BarePage } from './bare-page.tsx'

export {
  ExchangeCodeScreen,
  MonthlyRedeemCodeScreen,
  MonthlyRedeemScreen,
  RedeemScreen,
} from '#web/features/redeem/redeem-screens.tsx'

export function BareRedeemPage() {
  return (
    <BarePage kids={false}>
      <RedeemScreen />
    </BarePage>
  )
}
