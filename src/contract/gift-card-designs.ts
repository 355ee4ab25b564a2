/** The pictures that a buyer chooses among for a gift card; the first where none was chosen. */
export const GIFT_CARD_DESIGNS = ['harbour', 'neon', 'sunrise'] as const
export type GiftCardDesign = (typeof GIFT_CARD_DESIGNS)[number]
