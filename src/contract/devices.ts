import * as z from 'zod/mini'
import { id, instant } from './wire-values.ts'

export const DEVICES_MAX = 5

export const device = z.object({
  deviceId: id,
  name: z.string(),
  lastSeenAt: instant,
  loggedInAt: instant,
  current: z.boolean(),
})
export type Device = z.output<typeof device>
