import { GiftCardScreen } from '#web/features/gift-cards/gift-card-screen.tsx'
import { PaymentDialog } from '#web/features/payments/payment-dialog.tsx'
import { RedeemForm } from '#web/features/redeem/redeem-form.tsx'

/** Gift cards, with redeeming and paying as everywhere else. */
export const GiftCardPage = () => <GiftCardScreen redeem={<RedeemForm />} PaymentDialog={PaymentDialog} />
