import { PaymentDialog } from '#web/features/payments/payment-dialog.tsx'
import { PayCinemaScreen } from '#web/features/screenings/pay-cinema-screen.tsx'
import { PrivateCinemaScreen } from '#web/features/screenings/private-cinema-screen.tsx'

export { PrivateScreen } from '#web/features/screenings/private-screen.tsx'

/** What is on sale, with paying as everywhere else. */
export const PrivateCinemaPage = () => <PrivateCinemaScreen PaymentDialog={PaymentDialog} />

/** Buying a screening, with paying as everywhere else. */
export const PayCinemaPage = () => <PayCinemaScreen PaymentDialog={PaymentDialog} />
