import * as z from 'zod/mini'
import { code, reward } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { TELECOM_PARTNERS } from './telecom-partners.ts'

export const bindPartner = endpoint({
  wire: 'action',
  path: '/bindPartner.action',
  viewer: 'member',
  changes: true,
  cost: 10,
  summary:
    'Binds the account to a telecom partner by the partner’s code: changed once, and not with a plan, credits or an open payment.',
  input: z.object({ partner: z.enum(TELECOM_PARTNERS), code }),
  output: z.object({ partner: z.string(), tickets: z.number(), grants: z.array(reward) }),
  refuses: [
    'INVALID_INPUT',
    'WRONG_CODE',
    'CODE_EXPIRED',
    'CODE_USED',
    'NEW_USERS_ONLY',
    'NOT_ALLOWED',
    'TOO_MANY_TRIES',
    'CONFLICT',
    'UNAVAILABLE',
  ],
})
