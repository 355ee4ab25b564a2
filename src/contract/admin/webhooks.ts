import * as z from 'zod/mini'
import { id, instant } from '../wire-values.ts'
import { adminChange, adminRead } from './endpoint.ts'
import { change, pageOf, query } from './forms.ts'

export const WEBHOOK_STATES = ['waiting', 'processed', 'failed'] as const

const provider = z.string().check(z.regex(/^[a-z][\w-]{0,39}$/))

export const list = adminRead({
  path: '/webhooks/list',
  roles: ['finance'],
  summary: 'Callbacks of providers, without their bodies.',
  input: query({ provider: z.optional(provider), state: z.optional(z.enum(WEBHOOK_STATES)) }, [
    '-receivedAt',
    'receivedAt',
  ]),
  output: pageOf(
    z.object({
      eventId: z.string(),
      provider: z.string(),
      state: z.enum(WEBHOOK_STATES),
      attempts: z.number(),
      problem: z.nullable(z.string()),
      receivedAt: instant,
      /** When it is processed next. */
      dueAt: z.nullable(instant),
      processedAt: z.nullable(instant),
      /** Its body is kept for 30 days. */
      hasBody: z.boolean(),
    }),
  ),
})

export const retry = adminChange({
  path: '/webhooks/retry',
  roles: ['finance'],
  audit: 'retry webhook events',
  summary: 'Processes one failed callback again, or all of a provider.',
  input: change({ eventId: z.optional(id), provider: z.optional(provider) }),
  output: z.object({ count: z.number() }),
  refuses: ['NOT_FOUND', 'CONFLICT'],
})
