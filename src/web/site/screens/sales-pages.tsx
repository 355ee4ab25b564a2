import { PaymentDialog } from '#web/features/payments/payment-dialog.tsx'
import { FootBillScreen } from '#web/features/sales/foot-bill-screen.tsx'

export { DeliveriesScreen } from '#web/features/sales/deliveries-screen.tsx'
export { SpecialSaleDetailScreen } from '#web/features/sales/special-sale-detail-screen.tsx'
export { SpecialSalesScreen } from '#web/features/sales/special-sales-screen.tsx'

export const FootBillPage = () => <FootBillScreen PaymentDialog={PaymentDialog} />
