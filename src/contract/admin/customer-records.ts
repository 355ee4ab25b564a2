import * as z from 'zod/mini'
import { CONTACT_THEMES } from '../contact.ts'
import { ORDER_STATES } from '../order-states.ts'
import { PAYMENT_KINDS, PAYMENT_PURPOSES } from '../payments.ts'
import { bucket } from '../wallet.ts'
import { id, instant } from '../wire-values.ts'
import { CUSTOMER_ROLES, local } from './customers.ts'
import { adminRead } from './endpoint.ts'
import { pageOf, query } from './forms.ts'

export const SENT_STATES = [
  'waiting',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'refused',
  'expired',
  'unknown',
  'read',
] as const

const listOf = query({ accountId: id }, ['-at'])

export const ledger = adminRead({
  path: '/customers/ledger',
  roles: CUSTOMER_ROLES,
  summary: 'The bookings of the credits with running balances by bucket, the newest first.',
  input: listOf,
  output: pageOf(
    z.object({
      entryId: z.string(),
      at: instant,
      text: z.string(),
      reason: z.string(),
      bucket,
      change: z.number(),
      /** Of the bucket. */
      balance: z.number(),
    }),
  ),
})

export const orders = adminRead({
  path: '/customers/orders',
  roles: CUSTOMER_ROLES,
  summary: 'The orders for money, the newest first.',
  input: listOf,
  output: pageOf(
    z.object({
      orderNumber: z.string(),
      at: instant,
      purpose: z.enum(PAYMENT_PURPOSES),
      kind: z.enum(PAYMENT_KINDS as unknown as [string, ...string[]]),
      state: z.enum(ORDER_STATES),
      amountCents: z.number(),
      refundedCents: z.number(),
      paidAt: z.nullable(instant),
      deliveredAt: z.nullable(instant),
      /** Paid, and could not be handed over. */
      isUndeliverable: z.boolean(),
    }),
  ),
})

export const rentals = adminRead({
  path: '/customers/rentals',
  roles: CUSTOMER_ROLES,
  summary: 'What the account has rented, the newest first.',
  input: listOf,
  output: pageOf(
    z.object({
      rentalId: z.string(),
      programId: z.string(),
      title: local,
      credits: z.number(),
      byVoucher: z.boolean(),
      at: instant,
      endsAt: instant,
      voidedAt: z.nullable(instant),
    }),
  ),
})

export const devices = adminRead({
  path: '/customers/devices',
  roles: CUSTOMER_ROLES,
  summary: 'The devices that are signed in, the last used first.',
  input: listOf,
  output: pageOf(z.object({ deviceId: z.string(), name: z.nullable(z.string()), at: instant, loggedInAt: instant })),
})

export const messages = adminRead({
  path: '/customers/messages',
  roles: CUSTOMER_ROLES,
  summary: 'What was sent to the account, without what it said: SMS, e-mails and messages on the site.',
  input: listOf,
  output: pageOf(
    z.object({
      messageId: z.string(),
      channel: z.enum(['sms', 'mail', 'inbox']),
      template: z.string(),
      state: z.enum(SENT_STATES),
      at: instant,
      sentAt: z.nullable(instant),
    }),
  ),
})

export const cases = adminRead({
  path: '/customers/cases',
  roles: CUSTOMER_ROLES,
  summary: 'The contact cases of the account, without their text.',
  input: listOf,
  output: pageOf(
    z.object({
      caseNumber: z.string(),
      theme: z.enum(CONTACT_THEMES),
      state: z.enum(['open', 'answered', 'closed']),
      at: instant,
      answeredAt: z.nullable(instant),
      closedAt: z.nullable(instant),
    }),
  ),
})

export const history = adminRead({
  path: '/customers/history',
  roles: CUSTOMER_ROLES,
  summary: 'What operators did with the account, the newest first.',
  input: listOf,
  output: pageOf(
    z.object({
      auditEntryId: z.number(),
      at: instant,
      actor: z.string(),
      action: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
})
