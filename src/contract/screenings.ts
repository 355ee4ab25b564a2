/** A screening can be watched for this long from its start (SCREENS "Private cinema"), and never past the licence window. */
export const SCREENING_HOURS = 48
/** A slot with this many seats left or fewer says so. Ours. */
export const FEW_SEATS = 5
/** The name that a guest without an account gives. */
export const GUEST_NAME_MAX = 20

/** What can be had of a start. `few`: the last seats. `held`: others' payments hold the rest. */
export const SLOT_STATES = ['onSale', 'few', 'held', 'soldOut'] as const
export type SlotState = (typeof SLOT_STATES)[number]

/** Where a screening is in its window. */
export const SCREENING_STATUSES = ['upcoming', 'open', 'ended'] as const
export type ScreeningStatus = (typeof SCREENING_STATUSES)[number]

/** What a screening is paid with besides money: credits, or the cinema tickets of a telecom partner's member. */
export const SCREENING_UNITS = ['credits', 'tickets'] as const
export type ScreeningUnit = (typeof SCREENING_UNITS)[number]

/** What a seat's player does. `waiting`: it has not begun. */
export const SEAT_CONDITIONS = ['waiting', 'playing', 'paused', 'buffering'] as const
export type SeatCondition = (typeof SEAT_CONDITIONS)[number]
