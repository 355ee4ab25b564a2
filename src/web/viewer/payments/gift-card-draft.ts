/** The draft of a gift card's purchase: who gets it, and the message. Dropped once one is paid. */
export const GIFT_CARD_DRAFT = 'gift-card'
