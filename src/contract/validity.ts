/** Bought credits expire this long after their purchase, in calendar months (PRODUCT section 5). */
export const TOP_UP_MONTHS = 12
/** A gift card can be redeemed for this long after its sale, in calendar months. */
export const GIFT_CARD_MONTHS = 36
/** A contact message is deleted this long after its case was closed, in calendar months. */
export const CONTACT_KEPT_MONTHS = 24
