import * as z from 'zod/mini'
import { BATCH_KINDS, BATCH_NAME_MAX, CODE_PARTNERS, CODES_MAX, type make, USES_MAX } from '#contract/admin/codes.ts'
import type { AdminInputOf } from '#contract/admin/endpoint.ts'
import { readableLine } from '#contract/fields.ts'
import { instantOf } from '../../form/hong-kong.rules.ts'

export type BatchDraft = Omit<AdminInputOf<typeof make>, 'requestKey' | 'reason' | 'version'>
type Reward = BatchDraft['grants'][number]

export const REWARD_KINDS = ['credits', 'plan', 'voucher', 'ticket'] as const satisfies readonly Reward['kind'][]

const REWARD_AMOUNT_MAX = 100_000
const MONTHS_MAX = 12
const DAYS_MAX = 3_650

/** Typed with or without separators: 100,000. */
const count = (max: number) =>
  z.pipe(
    z.string().check(z.trim(), z.regex(/^[\d,]{1,9}$/)),
    z.pipe(
      z.transform((typed: string) => Number(typed.replaceAll(',', ''))),
      z.int().check(z.minimum(1), z.maximum(max)),
    ),
  )

const time = z.union([z.literal(''), z.string().check(z.refine((typed) => instantOf(typed) !== undefined))])
const anyText = z.string()

/** The second reward is given where it has a kind. */
export const BATCH_FORM = {
  kind: z.enum(BATCH_KINDS),
  name: readableLine(BATCH_NAME_MAX),
  reward: z.enum(REWARD_KINDS),
  amount: count(REWARD_AMOUNT_MAX),
  planId: anyText,
  days: count(DAYS_MAX),
  reward2: z.union([z.literal(''), z.enum(REWARD_KINDS)]),
  amount2: anyText,
  planId2: anyText,
  days2: anyText,
  count: count(CODES_MAX),
  uses: count(USES_MAX),
  partner: z.union([z.literal(''), z.enum(CODE_PARTNERS)]),
  newUsers: z.boolean(),
  startsAt: time,
  expiresAt: time,
}

export const EMPTY_BATCH = {
  kind: 'redeem',
  name: '',
  reward: 'credits',
  amount: '50',
  planId: '',
  days: '365',
  reward2: '',
  amount2: '1',
  planId2: '',
  days2: '365',
  count: '100',
  uses: '1',
  partner: '',
  newUsers: false,
  startsAt: '',
  expiresAt: '',
}
export type BatchValues = typeof EMPTY_BATCH

/** Months of a plan are fewer, and named by the plan. */
const second = { reward: z.enum(REWARD_KINDS), amount: count(REWARD_AMOUNT_MAX), days: count(DAYS_MAX) }

export const BATCH_SCHEMA = z.object(BATCH_FORM).check(
  z.refine(({ reward, planId }) => reward !== 'plan' || planId !== '', { path: ['planId'] }),
  z.refine(({ reward, amount }) => reward !== 'plan' || amount <= MONTHS_MAX, { path: ['amount'] }),
  z.refine(({ reward2, planId2 }) => reward2 !== 'plan' || planId2 !== '', { path: ['planId2'] }),
  z.refine(
    ({ reward2, amount2 }) => {
      const typed = z.safeParse(second.amount, amount2)
      return reward2 === '' || (typed.success && (reward2 !== 'plan' || typed.data <= MONTHS_MAX))
    },
    { path: ['amount2'] },
  ),
  z.refine(({ reward2, days2 }) => reward2 === '' || reward2 === 'plan' || z.safeParse(second.days, days2).success, {
    path: ['days2'],
  }),
  z.refine(({ startsAt, expiresAt }) => expiresAt === '' || startsAt === '' || startsAt < expiresAt, {
    path: ['expiresAt'],
  }),
)

const rewardOf = (kind: Reward['kind'], amount: number, of: { planId: string; days: number }): Reward =>
  kind === 'plan' ? { kind, planId: of.planId, amount } : { kind, amount, expiresInDays: of.days }

/** Of what the form's schema has passed. */
export function draftOf(parsed: z.output<typeof BATCH_SCHEMA>): BatchDraft {
  const { kind, name, count: codes, uses, newUsers, partner, startsAt, expiresAt, reward2 } = parsed
  const more =
    reward2 === ''
      ? []
      : [
          rewardOf(reward2, z.parse(second.amount, parsed.amount2), {
            planId: parsed.planId2,
            days: reward2 === 'plan' ? 0 : z.parse(second.days, parsed.days2),
          }),
        ]
  return {
    kind,
    name,
    count: codes,
    grants: [rewardOf(parsed.reward, parsed.amount, parsed), ...more],
    usesPerCode: uses,
    newUsersOnly: newUsers,
    partner: partner === '' ? null : partner,
    startsAt: instantOf(startsAt),
    expiresAt: instantOf(expiresAt) ?? null,
  }
}

/** Undefined while it is not whole. Without the name, which changes nothing of its worth. */
export function triedDraft(values: BatchValues): BatchDraft | undefined {
  const parsed = z.safeParse(BATCH_SCHEMA, { ...values, name: '-' })
  return parsed.success ? draftOf(parsed.data) : undefined
}
