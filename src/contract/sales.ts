import * as z from 'zod/mini'
import { CLASSIFIES } from './categories.ts'
import { endpoint } from './endpoint.ts'
import { areaCode, deliveryPhone, personName, readableLine } from './fields.ts'
import {
  ADDRESS_MAX,
  DELIVERY_METHODS,
  DELIVERY_STATES,
  LOCKER_CODE_MAX,
  MEDIA,
  POSTCODE_MAX,
  SALE_LINES_MAX,
  STOCK_STATES,
  UNITS_MAX,
} from './goods.ts'
import { page, paged, pageSize } from './paging.ts'
import { nextAction, PAYMENT_KINDS, PAYMENT_STATUSES, returnAddress, TERMINALS } from './payments.ts'
import { REGIONS } from './regions.ts'
import { emptyInput, flag, id, instant, listOf, whole } from './wire-values.ts'

const cents = z.number()

const goods = z.object({
  goodsId: id,
  saleId: id,
  programId: id,
  classify: z.enum(CLASSIFIES),
  medium: z.enum(MEDIA),
  title: z.string(),
  detail: z.string(),
  description: z.string(),
  imageURL: z.string(),
  imagePreview: z.optional(z.string()),
  amount: cents,
  currency: z.string(),
  stock: z.enum(STOCK_STATES),
  available: z.number(),
  retryAt: z.optional(instant),
  restockDay: z.optional(z.string()),
  addedAt: instant,
  notify: z.optional(z.boolean()),
})

const sale = z.object({
  saleId: id,
  title: z.string(),
  description: z.string(),
  imageURL: z.string(),
  imagePreview: z.optional(z.string()),
  startsAt: instant,
  endsAt: instant,
  goods: z.array(goods),
})

export const saleList = endpoint({
  wire: 'v2',
  path: '/sales/list',
  viewer: 'anyone',
  cost: 2,
  summary: 'The special sales that run now, with their goods.',
  input: emptyInput,
  output: z.object({ list: z.array(sale) }),
})

/** `freight`: cents by country (ISO 3166). */
export const saleDetail = endpoint({
  wire: 'v2',
  path: '/sales/detail',
  viewer: 'anyone',
  cost: 2,
  summary: 'A special sale: its goods, the lockers, the freight and the kinds of payment.',
  input: z.object({ saleId: id }),
  output: z.object({
    sale,
    lockers: z.array(
      z.object({ lockerCode: z.string(), region: z.enum(REGIONS), district: z.string(), address: z.string() }),
    ),
    freight: z.array(z.object({ countries: z.array(z.string()), first: cents, further: cents })),
    providers: z.array(z.enum(PAYMENT_KINDS)),
  }),
  refuses: ['NOT_FOUND'],
})

/** `goodsId:quantity`, so that a query can carry it. */
const line = z.string().check(z.regex(new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}:[1-${UNITS_MAX}]$`)))

export const saleOrder = endpoint({
  wire: 'v2',
  path: '/sales/order',
  viewer: 'member',
  changes: true,
  cost: 20,
  summary: 'Orders goods of a special sale, held while the payment runs; answers where the payer goes next.',
  input: z.object({
    saleId: id,
    lines: listOf(line).check(z.minLength(1), z.maxLength(SALE_LINES_MAX)),
    recipient: personName,
    areaCode,
    phone: deliveryPhone,
    /** Only of what is sent overseas: a pickup is collected at its locker. */
    address: z._default(z.union([z.literal(''), readableLine(ADDRESS_MAX)]), ''),
    method: z.enum(DELIVERY_METHODS),
    lockerCode: z.optional(z.string().check(z.trim(), z.maxLength(LOCKER_CODE_MAX))),
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'COUNTRY' }))),
    postcode: z.optional(z.string().check(z.trim(), z.maxLength(POSTCODE_MAX))),
    amount: whole(1, 100_000_000),
    continueURL: returnAddress,
    cancelURL: returnAddress,
    provider: z._default(z.enum(PAYMENT_KINDS), 'paypal'),
    terminal: z._default(z.enum(TERMINALS), 'web'),
  }),
  output: z.object({
    outTradeNo: id,
    status: z.enum(PAYMENT_STATUSES),
    paymentUrl: z.optional(z.string()),
    nextAction: z.optional(nextAction),
  }),
  refuses: [
    'INVALID_INPUT',
    'NOT_ALLOWED',
    'PURCHASES_BLOCKED',
    'NOT_FOUND',
    'SELLING_FAST',
    'CONFLICT',
    'PAYMENT_NOT_STARTED',
    'PAYMENT_PAUSED',
  ],
})

const ordered = z.object({
  outTradeNo: id,
  orderNumber: z.string(),
  saleId: id,
  state: z.enum(DELIVERY_STATES),
  lines: z.array(
    z.object({
      goodsId: id,
      title: z.string(),
      detail: z.string(),
      medium: z.optional(z.enum(MEDIA)),
      imageURL: z.string(),
      imagePreview: z.optional(z.string()),
      quantity: z.number(),
      amount: cents,
    }),
  ),
  amount: cents,
  freight: cents,
  currency: z.string(),
  refunded: cents,
  method: z.enum(DELIVERY_METHODS),
  lockerCode: z.optional(z.string()),
  /** Where the locker stands, also when no further orders go there. */
  locker: z.optional(z.object({ district: z.string(), address: z.string() })),
  /** Missing once it is erased. */
  delivery: z.optional(
    z.object({
      recipient: z.string(),
      phone: z.string(),
      address: z.string(),
      country: z.optional(z.string()),
      postcode: z.optional(z.string()),
    }),
  ),
  paidAt: instant,
  sentAt: z.optional(instant),
  deliveredAt: z.optional(instant),
  reference: z.optional(z.string()),
})

export const saleOrderList = endpoint({
  wire: 'v2',
  path: '/sales/orderList',
  viewer: 'member',
  cost: 2,
  summary: 'The orders of goods that the account paid, and their deliveries, the newest first.',
  input: z.object({ page, pageSize }),
  output: z.object({ list: z.array(ordered), ...paged }),
})

export const saleNotify = endpoint({
  wire: 'v2',
  path: '/sales/notify',
  viewer: 'member',
  changes: true,
  summary: 'Whether the member is told when goods are in stock again.',
  input: z.object({ goodsId: id, notify: z._default(flag, true) }),
  output: z.object({ notify: z.boolean() }),
  refuses: ['INVALID_INPUT', 'NOT_FOUND'],
})
