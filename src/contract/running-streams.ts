import * as z from 'zod/mini'
import { id, instant } from './wire-values.ts'

/** Without a report for this long a stream loses its slot (a closed browser, a crash). */
export const STREAM_LAPSE_SECONDS = 90
/** Its playlist has to be fetched within this time after the order. */
export const STREAM_OPEN_SECONDS = 20
export const STREAM_KEEP_SECONDS = 30

/** `title` is empty to a kids profile; `current`: in the session of the request. */
export const runningStream = z.object({
  streamId: id,
  deviceName: z.string(),
  title: z.string(),
  since: instant,
  current: z.boolean(),
})
export type RunningStream = z.output<typeof runningStream>

export const STREAM_REFUSALS = ['STREAM_LIMIT', 'STREAM_ENDED'] as const
