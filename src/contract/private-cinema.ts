import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PAYMENT_KINDS } from './payments.ts'
import { RESOLUTIONS } from './resolutions.ts'
import { RESTRICTIONS } from './restrictions.ts'
import { SCREENING_STATUSES, SCREENING_UNITS, SLOT_STATES } from './screenings.ts'
import { emptyInput, id, instant, whole } from './wire-values.ts'

/** Integer cents of Hong Kong dollars. */
const cents = z.number()

/** What a screening shows, in the reader's language. */
const program = z.object({
  programId: id,
  programGuid: id,
  title: z.string(),
  restriction: z.enum(RESTRICTIONS),
  /** Seconds; 0 while the video is not encoded. */
  duration: z.number(),
  maxResolution: z.enum(RESOLUTIONS),
  /** 16:9 and 2:3; empty when there is none. */
  imageURL: z.string(),
  keyartImageURL: z.string(),
})

/** A premium title on sale at one start. */
const slot = z.object({
  slotId: id,
  program,
  startsAt: instant,
  /** 48 hours later, or with the licence window. */
  endsAt: instant,
  credits: z.number(),
  amount: cents,
  currency: z.string(),
  /** Cinema tickets, of members of telecom partners. */
  tickets: z.number(),
  /** Of one screening: the host's and the guests'. */
  seats: z.number(),
  /** Seats of all screenings of this start, and those that are left. */
  capacity: z.number(),
  available: z.number(),
  state: z.enum(SLOT_STATES),
  /** Of a held one: when seats are free again at the latest. */
  retryAt: z.optional(instant),
  /** The member's own screening of it. */
  screeningId: z.optional(id),
  providers: z.array(z.enum(PAYMENT_KINDS)),
})

const screening = z.object({
  screeningId: id,
  slotId: id,
  program,
  startsAt: instant,
  endsAt: instant,
  seats: z.number(),
  /** Seats that somebody has. */
  taken: z.number(),
  status: z.enum(SCREENING_STATUSES),
  /** The member is its host. */
  host: z.boolean(),
  /** Relative to the site; the host's only. The secret is in the fragment. */
  guestURL: z.optional(z.string()),
})

/** What is on sale now, the first to start first. */
export const privateCinemaList = endpoint({
  wire: 'v2',
  path: '/privateCinema/list',
  viewer: 'anyone',
  cost: 2,
  summary: 'The premium titles on sale by the screening.',
  input: emptyInput,
  output: z.object({ list: z.array(slot) }),
})

const refusals = [
  'NOT_FOUND',
  'CLASS_REFUSED',
  'PARENTAL_CODE_REQUIRED',
  'REGION_REFUSED',
  'WINDOW_CLOSED',
  'PREPARING',
  'INSUFFICIENT_CREDITS',
  'INSUFFICIENT_TICKETS',
  'PURCHASES_BLOCKED',
  'SELLING_FAST',
] as const

/** What a screening costs this member: cinema tickets for members of telecom partners, credits for all others. */
export const privateCinemaQuote = endpoint({
  wire: 'v2',
  path: '/privateCinema/quote',
  viewer: 'member',
  cost: 2,
  summary: 'What a screening costs the member: a single-use quote.',
  input: z.object({ slotId: id }),
  output: z.object({
    slotId: id,
    unit: z.enum(SCREENING_UNITS),
    payment: z.number(),
    resourceId: z.string(),
    quoteExpiresAt: instant,
    /** Of the unit: what the account can spend now, and what would be left. */
    owned: z.number(),
    left: z.number(),
    startsAt: instant,
    endsAt: instant,
    seats: z.number(),
  }),
  refuses: [...refusals],
})

/** Buys a screening by its quote, once: repeated, or for a start that the member has already, it charges nothing. */
export const privateCinemaCreate = endpoint({
  wire: 'v2',
  path: '/privateCinema/create',
  viewer: 'member',
  changes: true,
  cost: 5,
  summary: 'Buys a screening with credits or cinema tickets, by its quote.',
  input: z.object({
    programId: id,
    startsAt: z.iso.datetime({ offset: true }),
    payment: whole(1, 100_000),
    resourceId: z.string().check(z.minLength(1), z.maxLength(600)),
  }),
  output: z.object({
    screening,
    /** What this call charged; 0 when it was bought already. */
    charged: z.number(),
    unit: z.enum(SCREENING_UNITS),
  }),
  refuses: [...refusals, 'QUOTE_EXPIRED'],
})

/** Screenings that the member bought or joined and that have not ended, the first to start first. */
export const obtainPersonalCinema = endpoint({
  wire: 'action',
  path: '/ObtainPersonalCinema.action',
  viewer: 'member',
  cost: 2,
  summary: 'The member’s private screenings.',
  input: emptyInput,
  output: z.object({ list: z.array(screening) }),
})
