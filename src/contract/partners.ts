import * as z from 'zod/mini'
import { code, grant } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { TELECOM_PARTNERS } from './telecom-partners.ts'

/**
 * Binds the account to a telecom partner by a code of that partner. An account changes its partner once, and not while it has a plan,
 * credits or an open payment (CONFLICT, whose sentence says which). `tickets`: all that the account has now.
 */
export const bindPartner = endpoint({
  wire: 'action',
  path: '/bindPartner.action',
  viewer: 'member',
  changes: true,
  cost: 10,
  summary: 'Binds the account to a telecom partner by the partner’s code.',
  input: z.object({ partner: z.enum(TELECOM_PARTNERS), code }),
  output: z.object({ partner: z.string(), tickets: z.number(), grants: z.array(grant) }),
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
