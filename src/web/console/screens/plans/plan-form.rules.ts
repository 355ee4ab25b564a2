import * as z from 'zod/mini'
import type { AdminInputOf } from '#contract/admin/endpoint.ts'
import { PLAN_DESCRIPTION_MAX, PLAN_NAME_MAX, type publish, type versions } from '#contract/admin/monthly-plans.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { readableLine } from '#contract/fields.ts'
import { OFFERS } from '#contract/plans.ts'
import { instantOf } from '../../form/hong-kong.rules.ts'

/** A row of the list. */
export type Version = AdminOutputOf<typeof versions>['list'][number]
export type Publication = Omit<AdminInputOf<typeof publish>, 'requestKey' | 'reason' | 'version'>

export const WHENS = ['now', 'later', 'promotion'] as const

const CENTS = 100

/** `88`, `88.5`, `1,088.00`: cents. */
const money = z.pipe(
  z.string().check(z.trim(), z.regex(/^[\d,]{1,7}(\.\d{1,2})?$/)),
  z.pipe(
    z.transform((typed: string) => Math.round(Number(typed.replaceAll(',', '')) * CENTS)),
    z.int().check(z.minimum(0), z.maximum(100_000 * CENTS)),
  ),
)

const credits = z.pipe(
  z.string().check(z.trim(), z.regex(/^[\d,]{1,5}$/)),
  z.pipe(
    z.transform((typed: string) => Number(typed.replaceAll(',', ''))),
    z.int().check(z.minimum(0), z.maximum(9_999)),
  ),
)

const time = z.union([z.literal(''), z.string().check(z.refine((typed) => instantOf(typed) !== undefined))])

export const PLAN_SCHEMA = z
  .object({
    planId: z.string().check(z.trim(), z.regex(/^[a-z][a-z0-9-]{0,40}$/)),
    offer: z.enum(OFFERS),
    nameZh: readableLine(PLAN_NAME_MAX),
    nameEn: readableLine(PLAN_NAME_MAX),
    descriptionZh: readableLine(PLAN_DESCRIPTION_MAX),
    descriptionEn: readableLine(PLAN_DESCRIPTION_MAX),
    amount: money,
    credits,
    trial: z.boolean(),
    when: z.enum(WHENS),
    startsAt: time,
    endsAt: time,
  })
  .check(
    z.refine(({ amount, offer }) => amount > 0 || offer === 'staff', { path: ['amount'] }),
    z.refine(({ when, startsAt }) => when !== 'later' || startsAt !== '', { path: ['startsAt'] }),
    z.refine(({ when, startsAt, endsAt }) => when !== 'promotion' || (endsAt !== '' && startsAt < endsAt), {
      path: ['endsAt'],
    }),
  )

/** What the regular version has; of a new plan nothing. */
export const planValues = (version: Version | undefined) => ({
  planId: version?.planId ?? '',
  offer: version?.offer ?? '',
  nameZh: version?.name.zh_HK ?? '',
  nameEn: version?.name.en_US ?? '',
  descriptionZh: version?.description.zh_HK ?? '',
  descriptionEn: version?.description.en_US ?? '',
  amount: version ? String(version.amountCents / CENTS) : '',
  credits: version ? String(version.creditsPerCycle) : '60',
  trial: version ? version.trialMonths > 0 : true,
  when: 'now',
  startsAt: '',
  endsAt: '',
})
export type PlanValues = ReturnType<typeof planValues>

/** Of what the form's schema has passed. The offer of a known plan stays. */
export function publicationOf(parsed: z.output<typeof PLAN_SCHEMA>, isNew: boolean): Publication {
  const { planId, offer, nameZh, nameEn, descriptionZh, descriptionEn, amount, credits: given, trial, when } = parsed
  return {
    planId,
    ...(isNew && { offer }),
    terms: {
      name: { zh_HK: nameZh, en_US: nameEn },
      description: { zh_HK: descriptionZh, en_US: descriptionEn },
      amountCents: amount,
      trialMonths: trial ? 1 : 0,
      creditsPerCycle: given,
    },
    ...(when !== 'now' && parsed.startsAt !== '' && { startsAt: instantOf(parsed.startsAt) }),
    ...(when === 'promotion' && { endsAt: instantOf(parsed.endsAt) }),
  }
}

/** Undefined while it is not whole. */
export function triedPublication(values: PlanValues, isNew: boolean): Publication | undefined {
  const parsed = z.safeParse(PLAN_SCHEMA, values)
  return parsed.success ? publicationOf(parsed.data, isNew) : undefined
}
