import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SEAT_CONDITIONS } from './screenings.ts'
import { flag, id, whole } from './wire-values.ts'

/** The longest title that a position can be in, in milliseconds. */
const POSITION_MAX = 86_400_000

const guestToken = z.optional(z.string().check(z.regex(/^[\w-]{43}$/)))

/** Who sits where. */
export const person = z.object({
  seatId: id,
  /** The first seat is the host's. */
  number: z.number(),
  name: z.string(),
  host: z.boolean(),
  /** Of a guest without an account. */
  guest: z.boolean(),
  /** Its player was heard of within the last seconds. */
  connected: z.boolean(),
  condition: z.enum(SEAT_CONDITIONS),
  /** Milliseconds from the host's position, when it was last heard of. */
  drift: z.optional(z.number()),
})
export type Person = z.output<typeof person>

/**
 * What the host's player does, and who is here. Times are milliseconds of the server's clock, which all nodes share: while it plays, the
 * position is `position + (now - at)`. `version` grows with each change of the host.
 */
export const room = z.object({
  version: z.number(),
  playing: z.boolean(),
  /** Milliseconds into the title. */
  position: z.number(),
  at: z.number(),
  now: z.number(),
  people: z.array(person),
})
export type Room = z.output<typeof room>

const refuses = ['NOT_FOUND', 'WINDOW_CLOSED'] as const

/** Reports what a seat's player does, and answers the room. Also measures the clock, and replaces the stream behind proxies that hold it back. */
export const privateCinemaSync = endpoint({
  wire: 'v2',
  path: '/privateCinema/sync',
  viewer: 'anyone',
  changes: true,
  summary: 'Reports a seat’s player and answers the host’s.',
  input: z.object({
    screeningId: id,
    guestToken,
    condition: z.optional(z.enum(SEAT_CONDITIONS)),
    /** Milliseconds from the host's position. */
    drift: z.optional(whole(-POSITION_MAX, POSITION_MAX)),
  }),
  output: room,
  refuses: [...refuses],
})

/** The host plays, pauses or seeks: all others follow. */
export const privateCinemaControl = endpoint({
  wire: 'v2',
  path: '/privateCinema/control',
  viewer: 'member',
  changes: true,
  summary: 'The host plays, pauses or seeks.',
  input: z.object({ screeningId: id, playing: flag, position: whole(0, POSITION_MAX) }),
  output: room,
  refuses: [...refuses],
})

/**
 * The room as a stream of JSON lines (`{"type":"room",…}`, `{"type":"beat"}` every five seconds, `{"type":"end"}`), padded so that proxies
 * pass it on. Not an endpoint of the pipeline, which answers envelopes: `wire/http/room-streams.ts` checks the caller as one.
 */
export const privateCinemaStream = endpoint({
  wire: 'v2',
  path: '/privateCinema/stream',
  viewer: 'anyone',
  changes: true,
  postOnly: true,
  cost: 10,
  summary: 'The room of a private screening as a stream.',
  input: z.object({ screeningId: id, guestToken }),
  output: z.object({}),
  refuses: [...refuses, 'TOO_MANY_TRIES'],
})

/** Seconds between two signs of life of a stream. */
export const BEAT_SECONDS = 5
