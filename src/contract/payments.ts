import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { giftMessage, giverName, giftRecipient } from './fields.ts'
import { GIFT_CARD_DESIGNS } from './gift-card-designs.ts'
import type { Medium } from './goods.ts'
import type { Language } from './languages.ts'
import { paged, page, pageSize } from './paging.ts'
import { emptyInput, id, instant, whole } from './wire-values.ts'

interface KindFacts {
  /** Renews a plan by an agreement. The others sell one prepaid month. */
  readonly renews?: true
  /** No app link or page: a phone's user scans the QR code with another device. */
  readonly isQrOnly?: true
}

/** In the order of their tiles (SPEC section 1). Offered only where its provider is configured. */
const KINDS = {
  paypal: { renews: true },
  alipay: { renews: true },
  wechat: { isQrOnly: true },
  payme: {},
  octopus: {},
  payasia: {},
  crypto: {},
} as const satisfies Record<string, KindFacts>

export type PaymentKind = keyof typeof KINDS
export const PAYMENT_KINDS = Object.keys(KINDS) as readonly PaymentKind[]

type RenewingFacts = { readonly renews: true }
export type RenewingKind = { [K in PaymentKind]: (typeof KINDS)[K] extends RenewingFacts ? K : never }[PaymentKind]

const factsOf = (kind: PaymentKind): KindFacts => KINDS[kind]
export const isQrOnly = (kind: PaymentKind): boolean => factsOf(kind).isQrOnly ?? false
export const renews = (kind: PaymentKind): kind is RenewingKind => factsOf(kind).renews ?? false

/** `plan`: a prepaid month; `cinema`: a private screening, by its slot. */
export const STARTABLE_PURPOSES = ['credits', 'plan', 'giftcard', 'cinema'] as const

export const PAYMENT_PURPOSES = [...STARTABLE_PURPOSES, 'renewal', 'staff', 'sale'] as const
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number]

interface PlanMonth {
  planVersionId: string
  name: Readonly<Record<Language, string>>
}

interface GiftMonths {
  planId: string
  months: number
  name: Readonly<Record<Language, string>>
  /** Gift cards of earlier releases do not say. */
  creditsPerCycle?: number | undefined
}

export interface PaymentItems {
  credits: { credits: number }
  plan: PlanMonth
  renewal: PlanMonth
  giftcard: { credits: number } | GiftMonths
  cinema: { name: Readonly<Record<Language, string>>; startsAt: string }
  /** `name` and `medium` of the first thing; earlier orders have no medium. */
  sale: { name: Readonly<Record<Language, string>>; units: number; things: number; medium?: Medium | undefined }
}
export type PaymentItem = { [T in keyof PaymentItems]: { template: T; params: PaymentItems[T] } }[keyof PaymentItems]

export const PAYMENT_STATUSES = ['pending', 'paid', 'failed', 'expired', 'refunded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** `wap`: a phone, where an app link replaces the QR code. */
export const TERMINALS = ['web', 'wap'] as const
export type Terminal = (typeof TERMINALS)[number]

export const OPEN_REFUND_STATES = ['pending', 'awaiting_claim', 'returned'] as const
export type OpenRefundState = (typeof OPEN_REFUND_STATES)[number]

const kind = z.enum(PAYMENT_KINDS)
const status = z.enum(PAYMENT_STATUSES)
const purpose = z.enum(PAYMENT_PURPOSES)
const cents = z.number()
const currency = z.string()
export const returnAddress = z.string().check(z.maxLength(2_000))

/**
 * Follow a link, post a form (`fields`), show a QR code (`qrText`, to be polled with `payment/status`; `url` is the provider's page of the
 * same payment), or open an app (`url`).
 */
export const nextAction = z.object({
  type: z.enum(['redirect', 'form', 'qr', 'app']),
  url: z.string(),
  qrText: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Of a QR code of the provider sandbox, which is a page that any browser opens. */
  sandbox: z.optional(z.boolean()),
  expiresAt: instant,
})
export type NextAction = z.output<typeof nextAction>

const paymentStart = z.object({
  /** Cents, checked against the price. */
  amount: whole(1, 100_000_000),
  continueURL: returnAddress,
  cancelURL: returnAddress,
  provider: z._default(kind, 'paypal'),
  purpose: z.enum(STARTABLE_PURPOSES),
  purposeId: id,
  terminal: z._default(z.enum(TERMINALS), 'web'),
  recipient: z.optional(giftRecipient),
  message: z.optional(giftMessage),
  giverName: z.optional(giverName),
  design: z.optional(z.enum(GIFT_CARD_DESIGNS)),
})

/** `paid` when the payer's open order for the same thing turned out to be paid. `paypalToken`: the provider's name of the order. */
const paymentStarted = z.object({
  outTradeNo: id,
  status,
  paypalToken: z.optional(z.string()),
  paymentUrl: z.optional(z.string()),
  nextAction: z.optional(nextAction),
})

const start = {
  wire: 'action',
  viewer: 'member',
  changes: true,
  cost: 20,
  input: paymentStart,
  output: paymentStarted,
  refuses: [
    'INVALID_INPUT',
    'NOT_ALLOWED',
    'PURCHASES_BLOCKED',
    'NOT_FOUND',
    'CONFLICT',
    'PAYMENT_NOT_STARTED',
    'PAYMENT_PAUSED',
    'SELLING_FAST',
    'CLASS_REFUSED',
    'PARENTAL_CODE_REQUIRED',
  ],
} as const

export const setupPaypal = endpoint({
  ...start,
  path: '/setupPaypal.action',
  summary: 'Starts a payment; answers where the payer goes next.',
})

export const setExpressCheckout = endpoint({
  ...start,
  path: '/SetExpressCheckout.action',
  summary: 'Starts a payment; the same as setupPaypal.',
})

export const funncoinSubscribe = endpoint({
  ...start,
  path: '/funncoinSubscribe',
  summary: 'Starts a payment; the same as setupPaypal.',
})

const checkout = z.object({ status, outTradeNo: id, amount: cents })
const paypalToken = z.string().check(z.minLength(1), z.maxLength(100))

export const getExpressCheckoutDetails = endpoint({
  wire: 'action',
  path: '/GetExpressCheckoutDetails.action',
  viewer: 'member',
  summary: 'The status of a PayPal order as the server knows it.',
  input: z.object({ paypalToken }),
  output: checkout,
  refuses: ['NOT_FOUND'],
})

export const doExpressCheckoutPayment = endpoint({
  wire: 'action',
  path: '/DoExpressCheckoutPayment.action',
  viewer: 'member',
  changes: true,
  cost: 20,
  summary: 'Captures an approved PayPal order and answers its status.',
  input: z.object({ paypalToken }),
  output: checkout,
  refuses: ['NOT_FOUND'],
})

export const savePaymentRecord = endpoint({
  wire: 'action',
  path: '/savePaymentRecord.action',
  viewer: 'member',
  changes: true,
  cost: 20,
  summary: 'The browser returned from the provider: the server queries the status at the provider.',
  input: z.object({ outTradeNo: id }),
  output: z.object({ status }),
  refuses: ['NOT_FOUND'],
})

const payment = z.object({
  outTradeNo: id,
  /** Shown to people: `HB-261128-4K7Q`. */
  orderNumber: z.string(),
  status,
  amount: cents,
  currency,
  provider: kind,
  purpose,
  purposeId: id,
  createdAt: instant,
  paidAt: z.optional(instant),
  refunded: cents,
  item: z.string(),
  credits: z.optional(z.number()),
})

export const paymentStatus = endpoint({
  wire: 'v2',
  path: '/payment/status',
  viewer: 'member',
  summary: 'The status of a payment; while it is pending, how its payer can continue and until when.',
  input: z.object({ outTradeNo: id }),
  output: z.object({
    /** Pending with `paidAt`: another amount was paid; a person checks it. */
    ...payment.shape,
    nextAction: z.optional(nextAction),
    expiresAt: z.optional(instant),
    /** Paid, but not deliverable: it is refunded automatically. */
    undelivered: z.optional(z.boolean()),
    receiptNumber: z.optional(z.string()),
  }),
  refuses: ['NOT_FOUND'],
})

export const paymentList = endpoint({
  wire: 'v2',
  path: '/payment/list',
  viewer: 'member',
  summary: 'The payments of the account that were paid, the newest first.',
  input: z.object({ page, pageSize }),
  output: z.object({
    list: z.array(
      z.object({ ...payment.shape, receiptNumber: z.string(), openRefund: z.optional(z.enum(OPEN_REFUND_STATES)) }),
    ),
    ...paged,
  }),
})

export const paymentReceipt = endpoint({
  wire: 'v2',
  path: '/payment/receipt',
  viewer: 'member',
  summary: 'The receipt of a payment as it was made, with its refund notes.',
  input: z.object({ outTradeNo: id }),
  output: z.object({
    receiptNumber: z.string(),
    outTradeNo: id,
    orderNumber: z.string(),
    issuedAt: instant,
    paidAt: instant,
    seller: z.string(),
    item: z.string(),
    amount: cents,
    currency,
    provider: kind,
    providerReference: z.string(),
    refunds: z.array(z.object({ noteNumber: z.string(), amount: cents, at: instant })),
    openRefund: z.optional(
      z.object({ state: z.enum(OPEN_REFUND_STATES), amount: cents, claimURL: z.optional(z.string()) }),
    ),
  }),
  refuses: ['NOT_FOUND'],
})

export const paymentPacks = endpoint({
  wire: 'v2',
  path: '/payment/packs',
  viewer: 'anyone',
  summary: 'The packs of credits on sale: none for a member of a telecom partner.',
  input: emptyInput,
  output: z.object({
    list: z.array(
      z.object({
        packId: id,
        credits: z.number(),
        amount: cents,
        currency,
        expiresInMonths: z.number(),
        providers: z.array(kind),
      }),
    ),
  }),
})
