/** From its start (SCREENS "Private cinema"), never past the licence window. */
export const SCREENING_HOURS = 48
export const FEW_SEATS = 5
export const GUEST_NAME_MAX = 20

/** `held`: other payments hold the last seats. */
export const SLOT_STATES = ['onSale', 'few', 'held', 'soldOut'] as const
export type SlotState = (typeof SLOT_STATES)[number]

export const SCREENING_STATUSES = ['upcoming', 'open', 'ended'] as const
export type ScreeningStatus = (typeof SCREENING_STATUSES)[number]

/** Besides money. Tickets: of a telecom partner's member. */
export const SCREENING_UNITS = ['credits', 'tickets'] as const
export type ScreeningUnit = (typeof SCREENING_UNITS)[number]

export const SEAT_CONDITIONS = ['waiting', 'playing', 'paused', 'buffering'] as const
export type SeatCondition = (typeof SEAT_CONDITIONS)[number]
