import * as z from 'zod/mini'
import { emptyInput, emptyOutput, instant } from '../wire-values.ts'
import { adminChange, adminRead } from './endpoint.ts'
import { change } from './forms.ts'

export const HEALTH_STATES = ['ok', 'watch', 'act'] as const

/**
 * `ingests` failed in the last week · `waitingIngests` unfinished ones · `messages` that wait · `webhooks` that failed or wait · `payments`
 * that an operator must look at · `agreements` likewise · `ledger`, `orders` differences of the last check · `disk` free bytes of the data
 * folder · `backup` bytes of the last one · `plans` publications that
 * were not carried out · `alarms` that the webhook has not accepted, where there is one · `fourEyes` 1, or 0 when switched off.
 */
export const HEALTH_LINES = [
  'ingests',
  'waitingIngests',
  'messages',
  'webhooks',
  'payments',
  'agreements',
  'ledger',
  'orders',
  'disk',
  'backup',
  'plans',
  'alarms',
  'fourEyes',
] as const
export type HealthName = (typeof HEALTH_LINES)[number]
/** How long the alarms of a line are silenced. */
export const SILENCE_HOURS = 1

export const find = adminRead({
  path: '/health/find',
  roles: 'all',
  summary: 'What needs a look, or an operator to act, and since when.',
  input: emptyInput,
  output: z.object({
    list: z.array(
      z.object({
        name: z.enum(HEALTH_LINES),
        state: z.enum(HEALTH_STATES),
        /** Null: not known. */
        value: z.nullable(z.number()),
        since: z.nullable(instant),
        /** Until then its alarms are not told. */
        silencedUntil: z.nullable(instant),
      }),
    ),
    /** Whether alarms are told outside of the console. */
    isTold: z.boolean(),
    version: z.string(),
  }),
})

const ofLine = change({ name: z.enum(HEALTH_LINES) })

export const silence = adminChange({
  path: '/health/silence',
  roles: ['administrator'],
  audit: 'silence alarm',
  summary: 'Silences the alarms of a line for an hour from now.',
  input: ofLine,
  output: z.object({ silencedUntil: instant }),
})

export const endSilence = adminChange({
  path: '/health/endSilence',
  roles: ['administrator'],
  audit: 'end silence of alarm',
  summary: 'Ends the silence of a line. What is not in order then is told.',
  input: ofLine,
  output: emptyOutput,
})
