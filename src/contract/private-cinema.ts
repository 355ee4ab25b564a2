import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { readableLine } from './fields.ts'
import { PLAYBACK_PHASES, PLAYBACK_REFUSALS } from './playback.ts'
import { PAYMENT_KINDS } from './payments.ts'
import { RESOLUTIONS } from './programs.ts'
import { RESTRICTIONS } from './restrictions.ts'
import { STREAM_REFUSALS } from './devices.ts'
import { GUEST_NAME_MAX, SCREENING_STATUSES, SCREENING_UNITS, SLOT_STATES } from './screenings.ts'
import { person } from './watching-together.ts'
import { bucket } from './wallet.ts'
import { emptyInput, flag, id, instant, whole } from './wire-values.ts'

const cents = z.number()

const program = z.object({
  programId: id,
  programGuid: id,
  title: z.string(),
  restriction: z.enum(RESTRICTIONS),
  /** Seconds; 0 while the video is not encoded. */
  duration: z.number(),
  maxResolution: z.enum(RESOLUTIONS),
  imageURL: z.string(),
  keyartImageURL: z.string(),
})

const slot = z.object({
  slotId: id,
  program,
  startsAt: instant,
  /** 48 hours later, or with the licence window. */
  endsAt: instant,
  credits: z.number(),
  amount: cents,
  currency: z.string(),
  tickets: z.number(),
  /** Of one screening: the host's and the guests'. */
  seats: z.number(),
  /** Seats of all screenings of this start, and those that are left. */
  capacity: z.number(),
  available: z.number(),
  state: z.enum(SLOT_STATES),
  retryAt: z.optional(instant),
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
  taken: z.number(),
  status: z.enum(SCREENING_STATUSES),
  host: z.boolean(),
  /** Relative to the site; the host's only. The secret is in the fragment. */
  guestURL: z.optional(z.string()),
})

export const privateCinemaList = endpoint({
  wire: 'v2',
  path: '/privateCinema/list',
  viewer: 'anyone',
  cost: 2,
  summary: 'The premium titles on sale by the screening.',
  input: emptyInput,
  output: z.object({ list: z.array(slot) }),
})

const SCREENING_REFUSALS = [
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

export const privateCinemaQuote = endpoint({
  wire: 'v2',
  path: '/privateCinema/quote',
  viewer: 'member',
  cost: 2,
  summary:
    'What a screening costs the member, in cinema tickets for members of telecom partners, else in credits: a single-use quote.',
  input: z.object({ slotId: id }),
  output: z.object({
    slotId: id,
    unit: z.enum(SCREENING_UNITS),
    payment: z.number(),
    resourceId: z.string(),
    quoteExpiresAt: instant,
    owned: z.number(),
    left: z.number(),
    /** Of credits: from which bucket how many are taken. */
    from: z.optional(z.array(z.object({ bucket, credits: z.number() }))),
    startsAt: instant,
    endsAt: instant,
    seats: z.number(),
  }),
  refuses: [...SCREENING_REFUSALS],
})

export const privateCinemaCreate = endpoint({
  wire: 'v2',
  path: '/privateCinema/create',
  viewer: 'member',
  changes: true,
  cost: 5,
  summary:
    'Buys a screening with credits or cinema tickets, by its quote. Repeated, or for a start that the member has, it charges nothing.',
  input: z.object({
    programId: id,
    startsAt: z.iso.datetime({ offset: true }),
    payment: whole(1, 100_000),
    resourceId: z.string().check(z.minLength(1), z.maxLength(600)),
  }),
  output: z.object({
    screening,
    charged: z.number(),
    unit: z.enum(SCREENING_UNITS),
  }),
  refuses: [...SCREENING_REFUSALS, 'QUOTE_EXPIRED'],
})

export const obtainPersonalCinema = endpoint({
  wire: 'action',
  path: '/ObtainPersonalCinema.action',
  viewer: 'member',
  cost: 2,
  summary: 'The member’s private screenings.',
  input: emptyInput,
  output: z.object({ list: z.array(screening) }),
})

const guestSecret = z.string().check(z.regex(/^[\w-]{22}$/))
const guestToken = z.optional(z.string().check(z.regex(/^[\w-]{43}$/)))

export const privateCinemaInvite = endpoint({
  wire: 'v2',
  path: '/privateCinema/invite',
  viewer: 'member',
  changes: true,
  cost: 2,
  summary: 'The guests’ link of the member’s screening; on request a new one, which ends the former.',
  input: z.object({ screeningId: id, renew: z._default(flag, false) }),
  output: z.object({ guestURL: z.string(), expiresAt: instant }),
  refuses: ['NOT_FOUND'],
})

export const privateCinemaInvitation = endpoint({
  wire: 'v2',
  path: '/privateCinema/invitation',
  viewer: 'anyone',
  cost: 5,
  summary: 'The screening of a guests’ link.',
  input: z.object({ guest: guestSecret }),
  output: z.object({
    program,
    hostName: z.string(),
    startsAt: instant,
    endsAt: instant,
    status: z.enum(SCREENING_STATUSES),
    seatsLeft: z.number(),
    /** Class III: guests need an account. */
    loginRequired: z.boolean(),
    screeningId: z.optional(id),
  }),
  refuses: ['NOT_FOUND'],
})

/** As secret as its session: 128 bits or more, made by the client for each link. */
const joinId = z.string().check(z.regex(/^[\w-]{22,64}$/))

export const privateCinemaJoin = endpoint({
  wire: 'v2',
  path: '/privateCinema/join',
  viewer: 'anyone',
  changes: true,
  cost: 20,
  summary:
    'Takes a seat by a guests’ link. A member keeps its seat; a guest without an account gets a session for this screening.',
  input: z.object({
    guest: guestSecret,
    name: z.optional(readableLine(GUEST_NAME_MAX)),
    submissionId: z.optional(joinId),
  }),
  output: z.object({
    screeningId: id,
    seatId: id,
    guestToken: z.optional(z.string()),
  }),
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'INVALID_INPUT', 'LOGIN_REQUIRED', 'PARENTAL_CODE_REQUIRED'],
})

export const privateCinemaRemove = endpoint({
  wire: 'v2',
  path: '/privateCinema/remove',
  viewer: 'member',
  changes: true,
  summary: 'Takes a guest’s seat back, and renews the guests’ link.',
  input: z.object({ screeningId: id, seatId: id }),
  output: z.object({ guestURL: z.string() }),
  refuses: ['NOT_FOUND'],
})

export const privateCinemaScreening = endpoint({
  wire: 'v2',
  path: '/privateCinema/screening',
  viewer: 'anyone',
  cost: 2,
  summary: 'A private screening and who sits in it, for its host and guests.',
  input: z.object({ screeningId: id, guestToken }),
  output: z.object({ screening, seatId: id, people: z.array(person) }),
  refuses: ['NOT_FOUND'],
})

export const checkPlayCinema = endpoint({
  wire: 'action',
  path: '/checkPlayCinema.action',
  viewer: 'anyone',
  cost: 5,
  summary:
    'Whether a private screening can be played now, and its playlist; start ends what the seat played elsewhere.',
  input: z.object({ screeningId: id, guestToken, phase: z._default(z.enum(PLAYBACK_PHASES), 'start') }),
  output: z.object({
    allowed: z.boolean(),
    startsAt: instant,
    endsAt: instant,
    redirectURL: z.optional(z.string()),
    expiresAt: z.optional(instant),
    storyboardURL: z.optional(z.string()),
    subtitles: z.optional(z.array(z.object({ lang: z.string(), label: z.string(), url: z.string() }))),
  }),
  refuses: ['NOT_FOUND', ...PLAYBACK_REFUSALS, 'NOT_ALLOWED', ...STREAM_REFUSALS],
})
