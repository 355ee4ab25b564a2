import * as z from 'zod/mini'
import { email, personName } from '../fields.ts'
import { id, instant } from '../wire-values.ts'
import { adminChange, adminRead, ROLES } from './endpoint.ts'
import { change, changed, pageOf, query, versionedChange } from './forms.ts'
import { operatorRoles } from './session.ts'

export const OPERATOR_STATES = ['invited', 'active', 'disabled'] as const

const roles = z.array(z.enum(ROLES)).check(
  z.minLength(1),
  z.refine((list) => new Set(list).size === list.length),
)

export const list = adminRead({
  path: '/operators/list',
  roles: ['administrator'],
  summary: 'The operators.',
  input: query(
    {
      text: z.optional(z.string().check(z.maxLength(100))),
      state: z.optional(z.enum(OPERATOR_STATES)),
      role: z.optional(z.enum(ROLES)),
    },
    ['name', '-name', '-createdAt', 'createdAt', 'email', '-email'],
  ),
  output: pageOf(
    z.object({
      operatorId: z.string(),
      email: z.string(),
      name: z.string(),
      roles: operatorRoles,
      state: z.enum(OPERATOR_STATES),
      createdAt: instant,
      lastUsedAt: z.nullable(instant),
      version: z.number(),
    }),
  ),
})

export const invite = adminChange({
  path: '/operators/invite',
  roles: ['administrator'],
  audit: 'invite operator',
  fourEyes: 'administrator',
  stepUp: true,
  summary:
    'Adds an operator. The link to set a password goes to their mailbox. Another administrator approves, where there is one.',
  input: change({ email, name: personName, roles }),
  output: z.object({ ...changed.shape, operatorId: z.optional(z.string()) }),
  refuses: ['CONFLICT'],
})

export const saveRoles = adminChange({
  path: '/operators/roles',
  roles: ['administrator'],
  audit: 'change roles',
  fourEyes: 'administrator',
  stepUp: true,
  summary:
    'Changes the roles of an operator and ends their sessions. Without the role of care their open cases become unassigned. The last administrator stays one.',
  input: versionedChange({ id, roles }),
  output: changed,
  refuses: ['NOT_FOUND', 'CONFLICT', 'VERSION_CONFLICT'],
})

const ofOperator = change({ id })

export const disable = adminChange({
  path: '/operators/disable',
  roles: ['administrator'],
  audit: 'disable operator',
  stepUp: true,
  summary:
    'Ends the sessions, invitations and requests of an operator, who cannot sign in any more. Their drafts and plans go to `handTo`, and their open cases, if they have the role of care; otherwise drafts stay under their name, plans are held, and cases become unassigned. The last administrator stays.',
  input: change({ id, handTo: z.optional(id) }),
  output: z.object({ ...changed.shape, handed: z.number() }),
  refuses: ['NOT_FOUND', 'CONFLICT', 'VERSION_CONFLICT'],
})

export const resetTotp = adminChange({
  path: '/operators/resetTotp',
  roles: ['administrator'],
  audit: 'reset credentials',
  fourEyes: 'administrator',
  stepUp: true,
  summary:
    'Ends the sessions of an operator and sends a new link to their mailbox. They neither ask nor decide for 24 hours.',
  input: ofOperator,
  output: changed,
  refuses: ['NOT_FOUND', 'CONFLICT', 'VERSION_CONFLICT'],
})

export const endSessions = adminChange({
  path: '/operators/endSessions',
  roles: ['administrator'],
  audit: 'end sessions',
  stepUp: true,
  summary: 'Ends the sessions of an operator.',
  input: ofOperator,
  output: changed,
  refuses: ['NOT_FOUND', 'CONFLICT', 'VERSION_CONFLICT'],
})
