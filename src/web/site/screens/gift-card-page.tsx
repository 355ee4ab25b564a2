import { GiftCardScreen } from '#web/features/gift-cards/gift-card-screen.tsx'
import { PaymentDialog } from '#web/features/payments/payment-dialog.tsx'
import { RedeemForm } from '#web/features/redeem/redeem-form.tsx'

export const GiftCardPage = () => <GiftCardScreen redeem={<RedeemForm />} PaymentDialog={PaymentDialog} />
