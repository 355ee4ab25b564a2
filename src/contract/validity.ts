/** Bought credits expire this long after their purchase, in calendar months (PRODUCT section 5). */
export const TOP_UP_MONTHS = 12
/** A gift card can be redeemed for this long after its sale, in calendar months. */
export const GIFT_CARD_MONTHS = 36
/** A contact message is deleted this long after its case was closed, in calendar months. */
export const CONTACT_KEPT_MONTHS = 24
/** An uploaded image that no form has claimed is deleted after these hours. */
export const UNCLAIMED_HOURS = 24
/** Personal data that is deleted by its age, in days. */
export const KEPT_DAYS = {
  /** From the view; counts of its day stay. */
  pageViews: 90,
  /** From the last use: the token of an ended session still yields the cause, and its device is still a known one. */
  sessions: 180,
  /** From the end of a check's validity: payments may refer to it. */
  staffChecks: 30,
  /** Sent to people without an account, for receipts and complaints. */
  messages: 30,
  /** Recipients of orders that nobody paid: payments are asked about for 30 days. */
  unpaidOrders: 31,
  /** Addresses of orders that were sent or cancelled, for complaints. */
  deliveries: 180,
  /** What was sent with the form of a campaign, from the campaign's end. */
  submissions: 180,
} as const
