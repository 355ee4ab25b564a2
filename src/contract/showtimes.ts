/** Whether a film is in the cinemas, or will be. */
export const FILM_STATUSES = ['showing', 'coming'] as const
export type FilmStatus = (typeof FILM_STATUSES)[number]

export const SHOWTIME_FORMATS = ['2D', '3D', 'Atmos'] as const
export type ShowtimeFormat = (typeof SHOWTIME_FORMATS)[number]

/** Whether seats of a showtime can be had. `few`: the last ones. */
export const SHOWTIME_STATES = ['open', 'few', 'full', 'started'] as const
export type ShowtimeState = (typeof SHOWTIME_STATES)[number]

/** A showtime with this many seats left or fewer says so. Ours. */
export const FEW_CINEMA_SEATS = 10
/** The day strip (DESIGN, picture 20). */
export const SHOWTIME_DAYS = 7
/** Cinema tickets that an account can use for one showtime. Ours: a household. */
export const TICKETS_PER_SHOWTIME = 4
/** Films that an account can wait for. Ours. */
export const FILM_NOTICES_MAX = 50
/** Members who wait for a film are told at this hour of its first day, Hong Kong time. */
export const FILM_NOTICE_HOUR = 10
/** The length of the code that is shown at the cinema. */
export const TICKET_CODE_LENGTH = 12

/** Where a ticket stands. `past`: its showtime has begun. `returned`: the showtime was cancelled, the cinema ticket is back. */
export const TICKET_STATES = ['valid', 'past', 'returned'] as const
export type TicketState = (typeof TICKET_STATES)[number]
