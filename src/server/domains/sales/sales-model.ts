import type { Classify } from '#contract/categories.ts'
import type { Delivery, DeliveryMethod, Freight, Medium, StockState } from '#contract/goods.ts'
import type { Language } from '#contract/languages.ts'

type Instant = Temporal.Instant
export type Translated = Readonly<Record<Language, string>>

/**
 * `held`: the payment runs, and the units are reserved. `lapsed`: it ended, and they are free again. `paid`: to be sent.
 * `cancelled`: the money was returned before it was sent.
 */
export type GoodsOrderState = 'held' | 'lapsed' | 'paid' | 'sent' | 'delivered' | 'cancelled'

export interface Sale {
  readonly saleId: string
  readonly title: Translated
  readonly description: Translated
  /** An image of the catalogue, `{hash}/{name}`; empty when there is none. */
  readonly image: string
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/** Something that a sale sells. Amounts are cents of Hong Kong dollars. */
export interface Goods {
  readonly goodsId: string
  readonly saleId: string
  readonly programId: string
  readonly classify: Classify
  readonly medium: Medium
  readonly name: Translated
  readonly detail: Translated
  readonly description: Translated
  readonly image: string
  readonly amountCents: number
  readonly supplied: number
  readonly sold: number
  readonly held: number
  /** When the first of the payments that hold units is over. */
  readonly heldUntil: Instant | null
  readonly restockOn: Temporal.PlainDate | null
  readonly addedAt: Instant
}

export interface ShownGoods extends Omit<Goods, 'supplied' | 'sold' | 'held' | 'heldUntil'> {
  readonly stock: StockState
  readonly available: number
  /** Of held goods. */
  readonly retryAt: Instant | undefined
  readonly notify: boolean
}

export interface Locker {
  readonly lockerCode: string
  readonly region: 'HK' | 'MO'
  readonly district: Translated
  readonly address: Translated
}

/** The shipping cost to some countries (ISO 3166). */
export interface FreightZone extends Freight {
  readonly countries: readonly string[]
}

/** Units of goods in an order. */
export interface OrderedLine {
  readonly goodsId: string
  readonly quantity: number
  /** Of one unit, when it was ordered. */
  readonly amountCents: number
}

/** The order of a payment, as its state is decided. */
export interface GoodsOrder {
  readonly orderId: string
  readonly accountId: string | null
  readonly saleId: string
  readonly state: GoodsOrderState
  readonly method: DeliveryMethod
  readonly lockerCode: string | null
  readonly locker: Pick<Locker, 'district' | 'address'> | null
  readonly sealed: Buffer | null
  readonly freightCents: number
  readonly paidCents: number | null
  readonly refundedCents: number
  readonly refundId: string | null
  readonly orderedAt: Instant
  readonly paidAt: Instant | null
  readonly sentAt: Instant | null
  readonly deliveredAt: Instant | null
  readonly reference: string | null
  readonly restockedAt: Instant | null
  readonly orderNumber: string
  /** The payer disputes the payment at the provider. */
  readonly isDisputed: boolean
}

export interface ShownGoodsOrder extends GoodsOrder {
  readonly lines: readonly (OrderedLine & {
    readonly name: Translated
    readonly detail: Translated
    readonly medium: Medium
    readonly image: string
  })[]
  readonly to: Delivery | undefined
}
