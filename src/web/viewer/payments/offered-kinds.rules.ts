import type { PaymentKind } from '#contract/payments.ts'

/** Cryptocurrency has a screen of its own, where its conditions are said. */
export const offeredBeside = (kinds: readonly PaymentKind[]): PaymentKind[] => kinds.filter((kind) => kind !== 'crypto')

/** Chosen at first: of the kinds, in their order, the first that members in Hong Kong commonly have. Cryptocurrency is the last. */
export const usualKind = (kinds: readonly PaymentKind[]): PaymentKind | undefined => {
  const beside = offeredBeside(kinds)
  return beside.find((kind) => kind !== 'paypal') ?? beside[0] ?? kinds[0]
}
