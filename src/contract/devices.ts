import * as z from 'zod/mini'
import { id, instant } from './wire-values.ts'

/** The maximum number of devices that an account is logged in on. */
export const DEVICES_MAX = 5

/** A device that is logged in. `current` is the one that sends the request. */
export const device = z.object({
  deviceId: id,
  name: z.string(),
  lastSeenAt: instant,
  loggedInAt: instant,
  current: z.boolean(),
})
export type Device = z.output<typeof device>
