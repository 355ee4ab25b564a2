import * as z from 'zod/mini'
import { readableLine } from '../fields.ts'
import { DELIVERY_METHODS, DELIVERY_STATES, MEDIA } from '../goods.ts'
import { id, instant } from '../wire-values.ts'
import { adminAudited, adminChange, adminRead } from './endpoint.ts'
import { change, changed, pageOf, query, reason, reasonedChange } from './forms.ts'

export const REFERENCE_MAX = 60
/** Orders of a packing list. */
export const PACKING_MAX = 5_000

const roles = ['care'] as const
const name = z.object({ zh_HK: z.string(), en_US: z.string() })
const state = z.enum(DELIVERY_STATES)

const listed = {
  orderId: id,
  orderNumber: z.string(),
  state,
  method: z.enum(DELIVERY_METHODS),
  lockerCode: z.nullable(z.string()),
  district: z.nullable(name),
  lines: z.array(z.object({ goodsId: id, name, medium: z.enum(MEDIA), quantity: z.number(), amountCents: z.number() })),
  paidCents: z.number(),
  refundedCents: z.number(),
  isRefundRunning: z.boolean(),
  isDisputed: z.boolean(),
  /** False once the account or the address is erased. */
  hasAddress: z.boolean(),
  paidAt: instant,
  sentAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
  restockedAt: z.nullable(instant),
  /** The carrier’s number. */
  reference: z.nullable(z.string()),
}

export const list = adminRead({
  path: '/deliveries/list',
  roles,
  summary: 'Orders of goods that are paid, without whom they go to.',
  input: query(
    {
      state: z._default(state, 'paid'),
      /** A whole order number, in any state. */
      orderNumber: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    },
    ['paidAt', '-paidAt'],
  ),
  output: pageOf(z.object(listed)),
})

export const show = adminAudited({
  path: '/deliveries/show',
  roles,
  audit: 'read address',
  summary: 'Whom an order goes to.',
  input: z.object({ orderId: id }),
  output: z.object({
    recipient: z.string(),
    phone: z.string(),
    address: z.string(),
    country: z.nullable(z.string()),
    postcode: z.nullable(z.string()),
  }),
  refuses: ['NOT_FOUND'],
})

const refuses = ['NOT_FOUND', 'CONFLICT', 'NOT_ALLOWED'] as const

export const sent = adminChange({
  path: '/deliveries/sent',
  roles,
  audit: 'send order',
  summary: 'An order has left: its money is earned, and the member is told.',
  input: change({ orderId: id, reference: z.optional(readableLine(REFERENCE_MAX)) }),
  output: changed,
  refuses,
})

export const delivered = adminChange({
  path: '/deliveries/delivered',
  roles,
  audit: 'deliver order',
  summary: 'An order was collected or handed over.',
  input: change({ orderId: id }),
  output: changed,
  refuses,
})

export const restock = adminChange({
  path: '/deliveries/restock',
  roles,
  audit: 'restock order',
  summary: 'The units of a cancelled or returned order can be sold again, once. Its money is returned by a refund.',
  input: reasonedChange({ orderId: id }),
  output: changed,
  refuses,
})

export const packing = adminAudited({
  path: '/deliveries/packing',
  roles,
  audit: 'export packing list',
  stepUp: true,
  summary: `All orders that are to be sent, with whom they go to, as CSV; ${PACKING_MAX} at most.`,
  input: z.object({ reason }),
  output: z.object({ csv: z.string(), orders: z.number(), isMore: z.boolean() }),
})
