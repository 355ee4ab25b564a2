import { PaymentDialog } from '#web/features/payments/payment-dialog.tsx'
import { StaffScreen } from '#web/features/staff/staff-screen.tsx'
import { BarePage } from './bare-page.tsx'

export function StaffPage() {
  return (
    <BarePage kids={false}>
      <StaffScreen PaymentDialog={PaymentDialog} />
    </BarePage>
  )
}
