import * as z from 'zod/mini'
import { readableLine } from '../fields.ts'
import { OFFERS } from '../plans.ts'
import { emptyInput, id, instant, whole } from '../wire-values.ts'
import { adminChange, adminRead } from './endpoint.ts'
import { change, changed, reasonedChange } from './forms.ts'

/** `paused`: a promotion is on sale instead of it. `past`: another version is, or its promotion is over. */
export const PLAN_VERSION_STATES = ['onSale', 'planned', 'paused', 'past', 'withdrawn'] as const

export const PLAN_NAME_MAX = 60
export const PLAN_DESCRIPTION_MAX = 300

const roles = ['finance'] as const
const time = z.iso.datetime({ offset: true })

const translated = z.object({ zh_HK: z.string(), en_US: z.string() })
const texts = (max: number) => z.object({ zh_HK: readableLine(max), en_US: readableLine(max) })

const version = z.object({
  planVersionId: z.string(),
  planId: z.string(),
  offer: z.enum(OFFERS),
  version: z.number(),
  name: translated,
  description: translated,
  amountCents: z.number(),
  currency: z.string(),
  trialMonths: z.number(),
  creditsPerCycle: z.number(),
  publishedAt: instant,
  publishedBy: z.string(),
  startsAt: instant,
  /** Of a promotion. */
  endsAt: z.nullable(instant),
  state: z.enum(PLAN_VERSION_STATES),
  /** Live subscriptions that keep this version; of these, free months, and those that end. */
  subscribers: z.number(),
  trials: z.number(),
  ending: z.number(),
})

export const versions = adminRead({
  path: '/plans/versions',
  roles: ['finance', 'catalogue'],
  summary: 'The plans, each with its versions, the newest first, and how many subscribers keep each.',
  input: emptyInput,
  output: z.object({ list: z.array(version) }),
})

/** What is left out stays as it is. A new plan names all of it, and its offer. */
const publication = {
  planId: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,40}$/)),
  offer: z.optional(z.enum(OFFERS)),
  terms: z.object({
    name: z.optional(texts(PLAN_NAME_MAX)),
    description: z.optional(texts(PLAN_DESCRIPTION_MAX)),
    amountCents: z.optional(whole(0, 100_000_00)),
    trialMonths: z.optional(whole(0, 1)),
    creditsPerCycle: z.optional(whole(0, 9_999)),
  }),
  /** Undefined: at once. */
  startsAt: z.optional(time),
  /** Of a promotion: then the regular version is on sale again. */
  endsAt: z.optional(time),
}

const term = z.object({ name: z.string(), before: z.nullable(z.unknown()), after: z.unknown() })

export const tryPublish = adminRead({
  path: '/plans/tryPublish',
  roles,
  summary: 'What a version would change, and who keeps what they have. Changes nothing.',
  input: z.object(publication),
  output: z.object({ changes: z.array(term), subscribers: z.number() }),
  refuses: ['NOT_FOUND', 'CONFLICT', 'INVALID_INPUT'],
})

export const publish = adminChange({
  path: '/plans/publish',
  roles,
  audit: 'publish plan',
  fourEyes: 'finance',
  summary:
    'Puts a version of a plan on sale, at once or from a time, or for a time. Subscribers keep theirs. A second person approves.',
  input: reasonedChange(publication),
  output: z.object({ ...changed.shape, planVersionId: z.optional(id) }),
  refuses: ['NOT_FOUND', 'CONFLICT', 'INVALID_INPUT'],
})

export const withdraw = adminChange({
  path: '/plans/withdraw',
  roles,
  audit: 'withdraw plan version',
  fourEyes: 'finance',
  summary: 'Takes a version back that has not begun, or ends a promotion now, which a second person approves.',
  input: change({ planVersionId: id }),
  output: changed,
  refuses: ['NOT_FOUND', 'CONFLICT'],
})
