import { PaymentDialog } from '#web/features/payments/payment-dialog.tsx'
import { PayCinemaScreen } from '#web/features/screenings/pay-cinema-screen.tsx'
import { PrivateCinemaScreen } from '#web/features/screenings/private-cinema-screen.tsx'

export { PrivateScreen } from '#web/features/screenings/private-screen.tsx'

export const PrivateCinemaPage = () => <PrivateCinemaScreen PaymentDialog={PaymentDialog} />

export const PayCinemaPage = () => <PayCinemaScreen PaymentDialog={PaymentDialog} />
