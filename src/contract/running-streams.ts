import * as z from 'zod/mini'
import { id, instant } from './wire-values.ts'

/** A stream that was not heard of for this long has lost its slot (a closed browser, a crash). */
export const STREAM_LAPSE_SECONDS = 90
/** A stream whose playlist is not fetched within this time after its order loses its slot. */
export const STREAM_OPEN_SECONDS = 20
/** The interval of the player's reports. */
export const STREAM_KEEP_SECONDS = 30

/** A running stream of an account. `title` is empty to a kids profile; `current`: it runs in the session that asks. */
export const runningStream = z.object({
  streamId: id,
  deviceName: z.string(),
  title: z.string(),
  since: instant,
  current: z.boolean(),
})
export type RunningStream = z.output<typeof runningStream>

/** What the account's other streams refuse. */
export const STREAM_REFUSALS = ['STREAM_LIMIT', 'STREAM_ENDED'] as const
