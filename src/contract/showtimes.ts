export const FILM_STATUSES = ['showing', 'coming'] as const
export type FilmStatus = (typeof FILM_STATUSES)[number]

export const SHOWTIME_FORMATS = ['2D', '3D', 'Atmos'] as const
export type ShowtimeFormat = (typeof SHOWTIME_FORMATS)[number]

export const SHOWTIME_STATES = ['open', 'few', 'full', 'started'] as const
export type ShowtimeState = (typeof SHOWTIME_STATES)[number]

export const FEW_CINEMA_SEATS = 10
/** DESIGN, picture 20. */
export const SHOWTIME_DAYS = 7
/** Of an account (ours: a household). */
export const TICKETS_PER_SHOWTIME = 4
export const FILM_NOTICES_MAX = 50
/** Hong Kong time, on the film's first day. */
export const FILM_NOTICE_HOUR = 10
export const TICKET_CODE_LENGTH = 12

/** `past`: its showtime has begun. `returned`: cancelled, the cinema ticket is back. */
export const TICKET_STATES = ['valid', 'past', 'returned'] as const
export type TicketState = (typeof TICKET_STATES)[number]
