import * as z from 'zod/mini'
import {
  COMPENSATED,
  COMPENSATED_CREDITS_MAX,
  COMPENSATED_HOURS_MAX,
  type compensate,
  INCIDENT_MAX,
} from '#contract/admin/compensations.ts'
import type { AdminInputOf } from '#contract/admin/endpoint.ts'
import { readableLine } from '#contract/fields.ts'
import { instantOf } from '../../form/hong-kong.rules.ts'

type Input = AdminInputOf<typeof compensate>
export interface CompensationDraft extends Omit<Input, 'requestKey' | 'reason' | 'version' | 'gives'> {
  gives: { kind: 'credits'; credits: number } | { kind: 'rental'; hours: number }
}

const time = z.string().check(z.refine((typed) => instantOf(typed) !== undefined))
const count = (max: number) =>
  z.string().check(z.refine((typed) => /^[1-9]\d{0,3}$/.test(typed) && Number(typed) <= max))

const common = {
  incident: readableLine(INCIDENT_MAX),
  from: time,
  until: time,
  who: z.array(z.enum(COMPENSATED)).check(z.minLength(1)),
}

export const COMPENSATION_SCHEMA = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('credits'), credits: count(COMPENSATED_CREDITS_MAX), hours: z.string() }),
  z.object({ ...common, kind: z.literal('rental'), credits: z.string(), hours: count(COMPENSATED_HOURS_MAX) }),
])

export const GIVEN_KINDS = ['credits', 'rental'] as const

export const EMPTY_COMPENSATION = {
  incident: '',
  from: '',
  until: '',
  who: ['paid', 'rented', 'streamed'] as readonly string[],
  kind: 'credits',
  credits: '20',
  hours: '24',
}
export type CompensationValues = typeof EMPTY_COMPENSATION

/** Of what the form's schema has passed. */
export function draftOf(parsed: z.output<typeof COMPENSATION_SCHEMA>): CompensationDraft {
  const { incident, from, until, who, kind, credits, hours } = parsed
  return {
    incident,
    from: instantOf(from)!,
    until: instantOf(until)!,
    who,
    gives: kind === 'credits' ? { kind, credits: Number(credits) } : { kind, hours: Number(hours) },
  }
}

/** Undefined while it is not whole. */
export function draftOfValues(values: CompensationValues): CompensationDraft | undefined {
  const parsed = z.safeParse(COMPENSATION_SCHEMA, values)
  return parsed.success ? draftOf(parsed.data) : undefined
}
