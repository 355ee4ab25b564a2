import type { PaymentKind } from '#contract/payments.ts'

/** Cryptocurrency has a screen of its own, where its conditions are said. */
export const offeredBeside = (kinds: readonly PaymentKind[]): PaymentKind[] => kinds.filter((kind) => kind !== 'crypto')
