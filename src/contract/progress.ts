import * as z from 'zod/mini'
import { STREAM_REFUSALS } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { deviceTime, seconds } from './library.ts'
import { emptyOutput } from './wire-values.ts'

/** `paused` keeps a slot that the stream has, `left` gives it back. */
export const PLAYER_EVENTS = ['playing', 'paused', 'left'] as const
export type PlayerEvent = (typeof PLAYER_EVENTS)[number]

/** Its address has the stream's grant, which authorizes it: bound by a route of its own. */
export const reportProgress = endpoint({
  wire: 'stream',
  path: '/{grant}/progress',
  viewer: 'anyone',
  kids: 'open',
  postOnly: true,
  summary:
    'Reports of the player, under the grant of the stream’s address: every 30 seconds while it plays, and when it pauses, seeks, ends or is left. Saves a member’s watch progress (a position above the duration is the end) and keeps the stream’s slot. A stream that has ended is told so.',
  input: z.object({
    event: z.enum(PLAYER_EVENTS),
    /** Without one only the sign of life counts. */
    position: z.optional(seconds),
    duration: z.optional(seconds),
    at: deviceTime,
    sentAt: z.optional(deviceTime),
  }),
  output: emptyOutput,
  refuses: ['INVALID_INPUT', 'GRANT_REFUSED', 'NOT_FOUND', ...STREAM_REFUSALS],
})

export const progressPath = (grant: string): string => reportProgress.path.replace('{grant}', grant)
