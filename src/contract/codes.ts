import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { GIFT_CARD_DESIGNS } from './gift-card-designs.ts'
import { PAYMENT_KINDS } from './payments.ts'
import { page, paged, pageSize } from './paging.ts'
import { emptyInput, flag, id, instant } from './wire-values.ts'

/** One thing with a batch, limits and an expiry; the kind says who makes it and where it is entered. */
export const CODE_KINDS = ['redeem', 'promotion', 'giftcard', 'plan', 'partner', 'sharing'] as const
export type CodeKind = (typeof CODE_KINDS)[number]

export const REWARD_KINDS = ['plan', 'credits', 'voucher', 'ticket'] as const

/** `expiresAt`: when it can no longer be used (a plan: its end). */
export const reward = z.object({
  kind: z.enum(REWARD_KINDS),
  title: z.string(),
  amount: z.number(),
  /** Of a plan: the credits that come with each month of it. */
  extraCredits: z.optional(z.number()),
  expiresAt: instant,
})
export type Reward = z.output<typeof reward>

/** Groups, spaces, hyphens and case do not matter. */
export const code = z.string().check(z.minLength(1), z.maxLength(60))

export const CODE_REFUSALS = [
  'WRONG_CODE',
  'CODE_EXPIRED',
  'CODE_USED',
  'NEW_USERS_ONLY',
  'NOT_ALLOWED',
  'TOO_MANY_TRIES',
] as const

export const redeemPromotionCode = endpoint({
  wire: 'action',
  path: '/redeemPromotionCode.action',
  viewer: 'member',
  changes: true,
  cost: 10,
  summary: 'Redeems a code, once for an account; with preview, says what it would give and takes nothing.',
  input: z.object({ code, preview: z._default(flag, false) }),
  output: z.object({
    kind: z.enum(CODE_KINDS),
    grants: z.array(reward),
    design: z.optional(z.enum(GIFT_CARD_DESIGNS)),
    giverName: z.optional(z.string()),
    message: z.optional(z.string()),
    redeemedAt: z.optional(instant),
  }),
  refuses: ['INVALID_INPUT', ...CODE_REFUSALS, 'CONFLICT', 'UNAVAILABLE'],
})

export const giftCardValues = endpoint({
  wire: 'v2',
  path: '/giftcard/values',
  viewer: 'anyone',
  summary: 'The gift cards on sale: credits (HK$1 each), or months of a plan.',
  input: emptyInput,
  output: z.object({
    list: z.array(
      z.object({
        giftCardValueId: id,
        title: z.string(),
        credits: z.optional(z.number()),
        planId: z.optional(id),
        months: z.optional(z.number()),
        /** That come with each of the months. */
        extraCredits: z.optional(z.number()),
        amount: z.number(),
        currency: z.string(),
        expiresInMonths: z.number(),
        providers: z.array(z.enum(PAYMENT_KINDS)),
      }),
    ),
  }),
})

export const GIFT_CARD_STATES = ['unused', 'redeemed', 'expired', 'voided'] as const

export const giftCardBalance = endpoint({
  wire: 'v2',
  path: '/giftcard/balance',
  viewer: 'anyone',
  changes: true,
  cost: 10,
  summary: 'The value of a gift card, and whether it was used.',
  input: z.object({ code }),
  output: z.object({ state: z.enum(GIFT_CARD_STATES), grants: z.array(reward) }),
  refuses: ['INVALID_INPUT', 'WRONG_CODE', 'TOO_MANY_TRIES'],
})

export const giftCardList = endpoint({
  wire: 'v2',
  path: '/giftcard/list',
  viewer: 'member',
  summary: 'The gift cards that the account bought.',
  input: z.object({ page, pageSize }),
  output: z.object({
    list: z.array(
      z.object({
        outTradeNo: id,
        orderNumber: z.string(),
        title: z.string(),
        /** Of a plan, with each month. */
        extraCredits: z.optional(z.number()),
        state: z.enum(GIFT_CARD_STATES),
        /** Of a card for oneself. */
        code: z.optional(z.string()),
        giverName: z.optional(z.string()),
        message: z.optional(z.string()),
        /** How often it can still be sent again to its recipient, and from when. */
        resendsLeft: z.optional(z.number()),
        resendAt: z.optional(instant),
        /** Masked: `6••• ••21`, `a••@example.com`. */
        recipient: z.optional(z.string()),
        design: z.enum(GIFT_CARD_DESIGNS),
        boughtAt: instant,
        expiresAt: instant,
      }),
    ),
    ...paged,
  }),
})

export const GIFT_CARD_RESENDS = 3
export const GIFT_CARD_RESEND_WAIT_SECONDS = 600

export const giftCardResend = endpoint({
  wire: 'v2',
  path: '/giftcard/resend',
  viewer: 'member',
  changes: true,
  cost: 20,
  summary: 'Sends the code of a gift card to its recipient again.',
  input: z.object({ outTradeNo: id }),
  output: z.object({ resendsLeft: z.number(), resendAt: instant }),
  refuses: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_TRIES'],
})

export const giftCardReceived = endpoint({
  wire: 'v2',
  path: '/giftcard/received',
  viewer: 'member',
  summary: 'The gift cards that were given to the member and are not redeemed.',
  input: emptyInput,
  output: z.object({
    list: z.array(
      z.object({
        title: z.string(),
        /** Of a plan, with each month. */
        extraCredits: z.optional(z.number()),
        code: z.string(),
        giverName: z.optional(z.string()),
        message: z.optional(z.string()),
        design: z.enum(GIFT_CARD_DESIGNS),
        expiresAt: instant,
      }),
    ),
  }),
})
