export const GIFT_CARD_DRAFT = 'gift-card'
