import type { PaymentItem } from '#contract/payments.ts'
import { GIFT_CARD_MONTHS } from '#contract/validity.ts'
import type { PlanVersion } from '../plans/index.ts'
import type { CodeReward } from './codes-model.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { openJson, sealJson } from '#server/kit/sealed-bytes.ts'
import type { PurchaseDetails } from '../payments/index.ts'
import { derivedCode } from './code-format.rules.ts'
import { endOfHongKongDay, hongKongDay } from '#server/kit/instants.ts'

type GiftItem = Extract<PaymentItem, { template: 'giftcard' }>

export interface GiftCardValue {
  /** The `purposeId` of its payment. */
  readonly valueId: string
  readonly amountCents: number
  readonly currency: string
  readonly item: GiftItem
}

const CREDITS = [50, 100, 200, 500] as const
const CENTS_PER_CREDIT = 100
const CURRENCY = 'HKD'
const MONTHS = [1, 3] as const
const CREDIT_DAYS = 365
export const GIVEN_PLAN = 'entertainment-pass'

export const valuesOf = (plans: readonly PlanVersion[]): GiftCardValue[] => [
  ...CREDITS.map((credits): GiftCardValue => ({
    valueId: `credits-${credits}`,
    amountCents: credits * CENTS_PER_CREDIT,
    currency: CURRENCY,
    item: { template: 'giftcard', params: { credits } },
  })),
  ...plans.flatMap(({ planId, name, amountCents, currency, creditsPerCycle }) =>
    MONTHS.map((months): GiftCardValue => ({
      valueId: `${planId}-${months}`,
      amountCents: months * amountCents,
      currency,
      item: { template: 'giftcard', params: { planId, months, name, creditsPerCycle } },
    })),
  ),
]

export const specOf = ({ params }: GiftItem): CodeReward =>
  'credits' in params
    ? { kind: 'credits', amount: params.credits, expiresInDays: CREDIT_DAYS }
    : { kind: 'plan', planId: params.planId, amount: params.months }

/** At the end of a day in Hong Kong, so that messages, which name the day only, are right until its last minute. */
export const cardExpiry = (boughtAt: Temporal.Instant): Temporal.Instant =>
  endOfHongKongDay(hongKongDay(boughtAt).add({ months: GIFT_CARD_MONTHS }))

export const channelOf = (recipient: string): 'sms' | 'mail' => (recipient.startsWith('+') ? 'sms' : 'mail')

/** `+852 6••• ••21`, `a•••@example.com`. */
export function maskRecipient(recipient: string): string {
  if (channelOf(recipient) === 'sms') {
    return `${recipient.slice(0, 4)} ${recipient.slice(4, 5)}••• ••${recipient.slice(-2)}`
  }
  const at = recipient.lastIndexOf('@')
  return `${recipient.slice(0, 1)}•••${recipient.slice(at)}`
}

export type GiftCardSecrets = ReturnType<typeof createGiftCardSecrets>

/** The codes of gift cards and their recipients, unreadable from the database alone. */
export function createGiftCardSecrets(masterKey: Buffer) {
  const key = deriveKey(masterKey, 'gift cards')
  return {
    codeOf: (orderId: string): string => derivedCode(key, orderId),

    seal: (orderId: string, given: PurchaseDetails): Buffer => sealJson(given, { key, rowId: orderId }),

    open: (orderId: string, sealed: Buffer | null | undefined): PurchaseDetails =>
      sealed ? (openJson(sealed, { key, rowId: orderId }) as PurchaseDetails) : {},
  }
}
