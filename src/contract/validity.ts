/** After the purchase, in calendar months (PRODUCT section 5). */
export const TOP_UP_MONTHS = 12
export const GIFT_CARD_MONTHS = 36
/** After the case was closed. */
export const CONTACT_KEPT_MONTHS = 24
export const UNCLAIMED_HOURS = 24
/** Personal data is deleted by its age. */
export const KEPT_DAYS = {
  pageViews: 90,
  /** Since the last use: an ended session still tells its cause, and its device is known. */
  sessions: 180,
  /** Payments may refer to a check. */
  staffChecks: 30,
  /** To people without an account. */
  messages: 30,
  /** Payments are queried for 30 days. */
  unpaidOrders: 31,
  deliveries: 180,
  submissions: 180,
} as const
