import type { PaymentKind } from '#contract/payments.ts'

/** The kinds that screens of payment offer: cryptocurrency has a screen of its own (`/cryptopay`), where its conditions are said. */
export const offeredBeside = (kinds: readonly PaymentKind[]): PaymentKind[] => kinds.filter((kind) => kind !== 'crypto')
