import * as z from 'zod/mini'
import { emptyInput, instant } from '../wire-values.ts'
import { adminRead } from './endpoint.ts'

export const HEALTH_STATES = ['ok', 'watch', 'act'] as const

/**
 * `ingests` failed in the last week · `waitingIngests` unfinished ones · `messages` that wait · `webhooks` that failed or wait · `payments`
 * that an operator must look at · `agreements` likewise · `ledger`, `orders` differences of the last check · `disk` free bytes of the data
 * folder · `backup` bytes of the last one · `plans` publications that
 * were not carried out · `fourEyes` 1, or 0 when switched off.
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
  'fourEyes',
] as const
export type HealthName = (typeof HEALTH_LINES)[number]

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
      }),
    ),
    version: z.string(),
  }),
})
