export const GIFT_CARD_DESIGNS = ['harbour', 'neon', 'sunrise'] as const
export type GiftCardDesign = (typeof GIFT_CARD_DESIGNS)[number]
