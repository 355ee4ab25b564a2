import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { GENRES } from './genres.ts'
import { page, paged, pageSize } from './paging.ts'
import { REGIONS } from './regions.ts'
import { RESTRICTIONS } from './restrictions.ts'
import { flag, id, instant } from './wire-values.ts'

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

const cents = z.number()
/** Hong Kong: `2026-12-03`. */
const day = z.string()

const film = z.object({
  /** Of the film in the cinemas; a title of the catalogue has its own. */
  programId: id,
  status: z.enum(FILM_STATUSES),
  title: z.string(),
  otherTitle: z.string(),
  description: z.string(),
  genres: z.array(z.enum(GENRES)),
  restriction: z.enum(RESTRICTIONS),
  minutes: z.number(),
  /** BCP 47. */
  locale: z.string(),
  releaseDate: day,
  /** 16:9 and 2:3; empty when there is none. */
  imageURL: z.string(),
  imagePreview: z.optional(z.string()),
  keyartImageURL: z.string(),
  trailer: z.optional(z.object({ programId: id, programGuid: id })),
  hasShowtimes: z.boolean(),
  notify: z.optional(z.boolean()),
})

export const cinemaList = endpoint({
  wire: 'v2',
  path: '/cinema/list',
  viewer: 'anyone',
  cost: 2,
  summary: 'Films in the cinemas of Hong Kong and Macau, now showing and coming soon.',
  input: z.object({ region: z.optional(z.enum(REGIONS)), status: z.optional(z.enum(FILM_STATUSES)) }),
  output: z.object({ list: z.array(film) }),
})

const cinema = z.object({
  cinemaId: id,
  region: z.enum(REGIONS),
  districtId: z.string(),
  district: z.string(),
  name: z.string(),
  address: z.string(),
  bookingURL: z.optional(z.string()),
})

const showtime = z.object({
  showtimeId: id,
  startsAt: instant,
  locale: z.string(),
  subtitles: z.array(z.string()),
  format: z.enum(SHOWTIME_FORMATS),
  amount: cents,
  state: z.enum(SHOWTIME_STATES),
  seatsLeft: z.optional(z.number()),
  ticketSeats: z.number(),
})

export const cinemaShowtimes = endpoint({
  wire: 'v2',
  path: '/cinema/showtimes',
  viewer: 'anyone',
  cost: 2,
  summary:
    'The showtimes of a film on a day (default: the first that has some), by cinema, and the days that have some.',
  input: z.object({
    programId: id,
    date: z.optional(z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/))),
  }),
  output: z.object({
    date: day,
    days: z.array(z.object({ date: day, showtimes: z.number() })),
    currency: z.string(),
    /** `amount`: the lowest price of the day. */
    list: z.array(z.object({ ...cinema.shape, amount: cents, showtimes: z.array(showtime) })),
  }),
  refuses: ['INVALID_INPUT', 'NOT_FOUND'],
})

const ticket = z.object({
  ticketId: id,
  ticketCode: z.string(),
  state: z.enum(TICKET_STATES),
  title: z.string(),
  restriction: z.enum(RESTRICTIONS),
  keyartImageURL: z.string(),
  startsAt: instant,
  locale: z.string(),
  subtitles: z.array(z.string()),
  format: z.enum(SHOWTIME_FORMATS),
  cinema,
  redeemedAt: instant,
})

export const redeemTicket = endpoint({
  wire: 'v2',
  path: '/cinema/redeemTicket',
  viewer: 'member',
  changes: true,
  cost: 5,
  summary:
    'Uses a cinema ticket for a seat in a showtime; answers the code to be shown at the cinema. Idempotent by submissionId; without it one seat in a showtime.',
  input: z.object({ showtimeId: id, submissionId: z.optional(id) }),
  output: z.object({ ticketCode: z.string(), ticket }),
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'INSUFFICIENT_TICKETS', 'PURCHASES_BLOCKED', 'SELLING_FAST', 'CONFLICT'],
})

export const ticketList = endpoint({
  wire: 'v2',
  path: '/cinema/ticketList',
  viewer: 'member',
  cost: 2,
  summary: 'Seats that the member got for cinema tickets, with their codes.',
  input: z.object({ page, pageSize }),
  output: z.object({ list: z.array(ticket), ...paged }),
})

export const cinemaNotify = endpoint({
  wire: 'v2',
  path: '/cinema/notify',
  viewer: 'member',
  changes: true,
  summary: 'Whether the member is told when a coming film can be seen.',
  input: z.object({ programId: id, notify: z._default(flag, true) }),
  output: z.object({ notify: z.boolean() }),
  refuses: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT'],
})
