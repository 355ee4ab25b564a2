import * as z from 'zod/mini'
import { readableLine } from '../fields.ts'
import { id, instant, whole } from '../wire-values.ts'
import { CUSTOMER_ROLES } from './customers.ts'
import { adminAudited, adminChange, adminRead } from './endpoint.ts'
import { changed, pageOf, query, reasonedChange } from './forms.ts'

/** What harmed members did in the time of the incident: paid, had a rental that ran, or played a video. */
export const COMPENSATED = ['paid', 'rented', 'streamed'] as const
export type Compensated = (typeof COMPENSATED)[number]
export const COMPENSATION_STATES = ['running', 'done', 'stopped'] as const
export type CompensationState = (typeof COMPENSATION_STATES)[number]

export const INCIDENT_MAX = 60
export const COMPENSATED_CREDITS_MAX = 200
export const COMPENSATED_HOURS_MAX = 168
/** The longest time of an incident. */
export const INCIDENT_DAYS_MAX = 31
/** Members that a dry run shows. */
export const SAMPLE = 10

const time = z.iso.datetime({ offset: true })

/** Longer rentals are for who had one. */
const gives = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('credits'), credits: whole(1, COMPENSATED_CREDITS_MAX) }),
  z.object({ kind: z.literal('rental'), hours: whole(1, COMPENSATED_HOURS_MAX) }),
])

const order = {
  /** Its name: an account is compensated once for it. */
  incident: readableLine(INCIDENT_MAX),
  from: time,
  /** Not included. */
  until: time,
  who: z.array(z.enum(COMPENSATED)).check(
    z.minLength(1),
    z.refine((list) => new Set(list).size === list.length),
  ),
  gives,
}

const compensation = z.object({
  compensationId: z.string(),
  incident: z.string(),
  from: instant,
  until: instant,
  who: z.array(z.enum(COMPENSATED)),
  gives,
  reason: z.string(),
  state: z.enum(COMPENSATION_STATES),
  /** Accounts: of the list, and what became of them so far. `nothing`: no rental could become longer, or the account is gone. */
  members: z.number(),
  given: z.number(),
  nothing: z.number(),
  failed: z.number(),
  madeAt: instant,
  madeBy: z.string(),
  isApproved: z.boolean(),
  endedAt: z.nullable(instant),
  stoppedBy: z.nullable(z.string()),
})

export const list = adminRead({
  path: '/customers/compensations',
  roles: CUSTOMER_ROLES,
  summary: 'Compensations, the newest first, with how many members each has reached.',
  input: query({ state: z.optional(z.enum(COMPENSATION_STATES)) }, ['-madeAt', 'madeAt']),
  output: pageOf(compensation),
})

export const show = adminRead({
  path: '/customers/compensation',
  roles: CUSTOMER_ROLES,
  summary: 'A compensation and how far it is.',
  input: z.object({ compensationId: id }),
  output: compensation,
  refuses: ['NOT_FOUND'],
})

export const tryOut = adminAudited({
  path: '/customers/tryCompensation',
  roles: ['care'],
  audit: 'try compensation',
  summary:
    'How many members a compensation would reach and what it would give, with some of them masked. Gives nothing.',
  input: z.object(order),
  output: z.object({
    members: z.number(),
    /** Of these; who did two things is counted in both. */
    did: z.object({ paid: z.number(), rented: z.number(), streamed: z.number() }),
    /** Compensated for this incident already. */
    hadBefore: z.number(),
    /** In sum; null for longer rentals. */
    credits: z.nullable(z.number()),
    /** That would become longer; null for credits. */
    rentals: z.nullable(z.number()),
    sample: z.array(z.object({ accountId: z.string(), maskedNumber: z.string(), did: z.array(z.enum(COMPENSATED)) })),
  }),
  refuses: ['INVALID_INPUT'],
})

export const compensate = adminChange({
  path: '/customers/compensate',
  roles: ['care'],
  audit: 'compensate customers',
  fourEyes: 'finance',
  stepUp: true,
  summary:
    'Gives credits or a longer rental to all members who paid, rented or streamed between two instants, once an incident, in the background. A second person approves.',
  input: reasonedChange(order),
  output: z.object({ ...changed.shape, compensationId: z.optional(id) }),
  refuses: ['INVALID_INPUT', 'CONFLICT'],
})

export const stop = adminChange({
  path: '/customers/stopCompensation',
  roles: ['care'],
  audit: 'stop compensation',
  summary: 'Stops a compensation. Who has it keeps it.',
  input: reasonedChange({ compensationId: id }),
  output: changed,
  refuses: ['NOT_FOUND', 'CONFLICT'],
})
