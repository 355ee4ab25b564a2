import * as z from 'zod/mini'
import { device } from './error-codes.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { emptyInput, emptyOutput, flag, id, instant } from './wire-values.ts'

/** After its last use (PRODUCT section 4). */
export const SESSION_DAYS = 30

export const login = endpoint({
  wire: 'action',
  path: '/login.action',
  deadToken: 'ignored',
  viewer: 'anyone',
  kids: 'open',
  changes: true,
  summary:
    'Logs in with number and password. At the device limit the refusal lists the devices, one of which endDevice may name.',
  input: z.object({
    mobileno: field.loginId,
    areaCode: field.areaCode,
    password: field.typedPassword,
    endDevice: z.optional(id),
  }),
  output: z.object({ token: z.string(), partner: z.string(), userId: z.string(), expiresAt: instant }),
  refuses: ['INVALID_INPUT', 'WRONG_CREDENTIALS', 'TOO_MANY_TRIES', 'DEVICE_LIMIT'],
})

export const logout = endpoint({
  wire: 'action',
  path: '/logout.action',
  viewer: 'member',
  whileClosing: true,
  changes: true,
  summary: 'Logs this device out; a kids profile is left with the parental code first.',
  input: emptyInput,
  output: emptyOutput,
})

export const deviceList = endpoint({
  wire: 'action',
  path: '/deviceList.action',
  viewer: 'member',
  summary: 'The devices that are logged in.',
  input: emptyInput,
  output: z.object({ list: z.array(device) }),
})

export const endDevice = endpoint({
  wire: 'action',
  path: '/endDevice.action',
  viewer: 'member',
  changes: true,
  summary: 'Logs out a device, or all others.',
  input: z
    .object({ deviceId: z.optional(id), others: z._default(flag, false) })
    .check(z.refine(({ deviceId, others }) => others !== (deviceId !== undefined), { path: ['deviceId'] })),
  output: emptyOutput,
  refuses: ['NOT_FOUND', 'INVALID_INPUT'],
})
