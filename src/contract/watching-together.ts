import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SEAT_CONDITIONS } from './screenings.ts'
import { flag, id, whole } from './wire-values.ts'

const POSITION_MAX = 86_400_000

const guestToken = z.optional(z.string().check(z.regex(/^[\w-]{43}$/)))

export const person = z.object({
  seatId: id,
  /** The first seat is the host's. */
  number: z.number(),
  name: z.string(),
  host: z.boolean(),
  guest: z.boolean(),
  /** Its player has reported within the last seconds. */
  connected: z.boolean(),
  /** It was here, and is not any more. */
  left: z.optional(z.boolean()),
  condition: z.enum(SEAT_CONDITIONS),
  /** Milliseconds from the host's position, at its last report. */
  drift: z.optional(z.number()),
})
export type Person = z.output<typeof person>

/**
 * Milliseconds of the server's clock, which all nodes share: while it plays, the position is `position + (now - at)`. `version` grows with
 * each change of the host.
 */
export const room = z.object({
  version: z.number(),
  playing: z.boolean(),
  /** Milliseconds. */
  position: z.number(),
  at: z.number(),
  now: z.number(),
  people: z.array(person),
})
export type Room = z.output<typeof room>

const refuses = ['NOT_FOUND', 'WINDOW_CLOSED'] as const

/** Measures the clock too, and replaces the stream behind proxies that hold it back. */
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
    /** Milliseconds. */
    drift: z.optional(whole(-POSITION_MAX, POSITION_MAX)),
    /** The seat's player closes. */
    leaving: z._default(flag, false),
  }),
  output: room,
  refuses: [...refuses],
})

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
 * JSON lines (`{"type":"room",…}`, `beat` every five seconds, `end`, and `move` when this server closes: open the stream again), padded so
 * that proxies pass it on. Not an endpoint of the pipeline: `wire/http/room-streams.ts` checks the caller.
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

export const BEAT_SECONDS = 5
