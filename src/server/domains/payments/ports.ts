import type { Delivery as DeliveryTo, SaleLine } from '#contract/goods.ts'
import type { GiftCardDesign } from '#contract/gift-card-designs.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentItem, PaymentKind, PaymentPurpose, Terminal } from '#contract/payments.ts'
import type { Db, Database } from '#server/kit/db.ts'
import type { WebhookEndpoint } from '../domain-module.ts'
import type { RefundLimits } from './operator-refunds.rules.ts'
import type { Order, PaidOrder, Refund, SettledOrder, StoredAction, Translated } from './payment-orders.rules.ts'
import type { Kysely } from 'kysely'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Log } from '#server/kit/log.ts'

export interface ProviderOrder {
  /** The idempotency key. */
  readonly orderId: string
  readonly amountCents: number
  readonly currency: string
  readonly providerReference: string | null
}

export interface NewProviderOrder extends ProviderOrder {
  readonly description: string
  readonly language: Language
  readonly terminal: Terminal
  readonly continueUrl: string
  readonly cancelUrl: string
  /** Of the injected clock. */
  readonly at: Temporal.Instant
  readonly payer?: Payer | undefined
}

export interface Payer {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly address: string
}

/** `unknown`: it may exist; it is queried under the same id. */
export type Creation =
  | {
      readonly outcome: 'accepted'
      readonly providerReference: string | null
      readonly action: StoredAction
      readonly lifetimeSeconds: number
    }
  | { readonly outcome: 'refused' | 'unknown'; readonly reason: string }

/**
 * - `open`: it can still be paid. `approved`: the payer agreed, we have to capture it.
 * - `failed`, `closed`: final, nothing was taken. `absent`: the provider does not know the order.
 * - `abandoned`: nothing was taken, and the provider cannot close it. A late payment still counts.
 * - `unknown`: no answer, or one that says nothing.
 */
export type PaymentReport =
  | { readonly state: 'open' | 'approved' | 'failed' | 'closed' | 'abandoned' | 'absent' | 'unknown' }
  | {
      readonly state: 'succeeded'
      readonly amountCents: number
      readonly currency: string
      readonly paymentReference: string
      /** Something was returned already, not by us as far as we know: it is reviewed before delivery. */
      readonly isReturned?: boolean
    }

export interface TakenPayment {
  readonly amountCents: number
  readonly currency: string
  readonly paymentReference: string
}

export type CallbackReport =
  | {
      readonly of: 'payment'
      readonly orderId?: string | undefined
      readonly providerReference?: string | undefined
      readonly report?: PaymentReport | undefined
    }
  | { readonly of: 'refund'; readonly paymentReference: string }
  | { readonly of: 'refund'; readonly refundId: string }
  | DisputeReport

export interface DisputeReport {
  readonly of: 'dispute'
  readonly paymentReference: string
  readonly disputeId?: string | undefined
  readonly event: 'disputeOpened' | 'disputeWon' | 'disputeLost'
  /** Until when the provider takes our answer; undefined where it waits for none, or does not tell. */
  readonly answerBy?: Temporal.Instant | undefined
}

export interface ProviderRefund {
  /** The idempotency key. */
  readonly refundId: string
  readonly orderId: string
  readonly amountCents: number
  readonly currency: string
  readonly paymentReference: string
  readonly providerReference: string | null
  readonly isRenewal: boolean
  /** Cents of the order's other refunds that have not failed: for providers without an idempotency key. */
  readonly refundedCents: number
  /** Cents of earlier parts of the same claim at the provider. */
  readonly claimedCents: number
  readonly requestedAt: Temporal.Instant
  /** The first request, whose answer we do not know; null before it. */
  readonly askedAt: Temporal.Instant | null
  readonly at: Temporal.Instant
  /** It has failed here: the provider is asked whether it carried it out, and for no refund. Only where it `queriesRefunds`. */
  readonly isQueryOnly?: boolean | undefined
}

/**
 * `refused` is final; `unknown` is repeated under the same id. `isDoubtful`: the provider shows a refund that may be this one or
 * another; what was taken back stays so, and an operator decides. `awaiting_claim`: the payer has to claim the money at `claimUrl`;
 * `claimedCents` have reached them already. `returned` is final: it was not claimed, and the money is ours again.
 */
export type RefundReport =
  | { readonly state: 'succeeded'; readonly providerReference: string | null }
  | { readonly state: 'pending'; readonly providerReference: string | null }
  | {
      readonly state: 'awaiting_claim'
      readonly providerReference: string
      readonly claimUrl?: string | undefined
      readonly claimedCents?: number | undefined
    }
  | { readonly state: 'refused' | 'returned'; readonly reason: string }
  | { readonly state: 'unknown'; readonly reason: string; readonly isDoubtful?: boolean }

export interface ListedMovement {
  /** The provider's id, to which callbacks and refunds refer. */
  readonly reference: string
  readonly what: 'payment' | 'refund'
  /** Of an order, an agreement (a renewal) or a refund. */
  readonly ownId: string
  readonly mandateReference?: string | undefined
  readonly amountCents: number
  readonly currency: string
  readonly at: Temporal.Instant
}

/** Methods answer `unknown` instead of throwing when the provider cannot be reached; they never run inside a transaction. */
export interface PaymentProvider {
  readonly kind: PaymentKind
  readonly sandbox: boolean
  /** The merchant account, for a kind that several gateways offer. */
  readonly gateway?: string
  /** It takes and refunds multiples of these cents only; default: any amount. */
  readonly stepCents?: number
  readonly needsPayer?: boolean
  /** `refund` heeds `isQueryOnly`. */
  readonly queriesRefunds?: boolean
  create(order: NewProviderOrder): Promise<Creation>
  query(order: ProviderOrder): Promise<PaymentReport>
  /** Takes an approved payment. Idempotent. */
  capture(order: ProviderOrder): Promise<PaymentReport>
  /** @returns `closed`, `abandoned` where closing is impossible, or what the provider says instead */
  cancel(order: ProviderOrder): Promise<PaymentReport>
  /** Idempotent by `refundId`: also queries a refund. */
  refund(refund: ProviderRefund): Promise<RefundReport>
  /** For orders that can be paid twice. @returns undefined when there was no complete answer */
  paymentsOf?(order: ProviderOrder): Promise<readonly TakenPayment[] | undefined>
  /** @returns undefined when there was no complete answer */
  list?(period: { from: Temporal.Instant; until: Temporal.Instant }): Promise<readonly ListedMovement[] | undefined>
  /** Changed since an instant. @returns undefined when there was no complete answer */
  disputes?(since: Temporal.Instant): Promise<readonly DisputeReport[] | undefined>
}

export interface PaymentCallbacks {
  readonly kinds: readonly PaymentKind[]
  readonly provider: WebhookEndpoint['provider']
  readonly read: (body: Buffer) => CallbackReport | undefined
}

export interface Quote {
  readonly amountCents: number
  readonly currency: string
  readonly item: PaymentItem
}

export type Delivery = { readonly delivered: true } | { readonly delivered: false; readonly reason: string }

export interface PurchaseDetails {
  /** A mobile number (E.164) or an e-mail address; default: the buyer. */
  readonly recipient?: string | undefined
  readonly message?: string | undefined
  /** As its recipient knows the buyer. */
  readonly giverName?: string | undefined
  readonly design?: GiftCardDesign | undefined
  /** ISO 3166: where the buyer of a screening is. */
  readonly region?: string | undefined
  readonly sale?: { readonly lines: readonly SaleLine[]; readonly to: DeliveryTo } | undefined
}

export interface Wanted {
  readonly accountId: string
  readonly purposeId: string
  readonly kind: PaymentKind
  readonly details?: PurchaseDetails | undefined
}

/** What money is taken for. Its hooks join the transaction of the order's state. */
export interface Product {
  readonly name: PaymentPurpose
  /** @returns undefined when it is not on sale for this account by this kind */
  quote(wanted: Wanted): Promise<Quote | undefined>
  /** Before an order is created: closes what is open elsewhere and paid for the same. @throws CONFLICT when that turned out to be paid */
  closeReplaced?(accountId: string): Promise<void>
  readonly details?: {
    keep(tx: Db, order: Order, given: PurchaseDetails): Promise<void>
    isSame(order: Order, given: PurchaseDetails): Promise<boolean>
  }
  /** Delivers, once. Rejects to be repeated later. */
  onSettled(tx: Db, order: SettledOrder): Promise<Delivery>
  onFailed?(tx: Db, order: Order): Promise<void>
  /**
   * Takes back what is refunded, before the provider is called.
   * @returns the cents that can be refunded, when fewer; nothing has been taken then
   */
  beforeRefund(tx: Db, order: PaidOrder, refund: ProductRefund): Promise<{ readonly maxCents: number } | undefined>
  refundFailed(tx: Db, order: PaidOrder, refund: Refund): Promise<void>
  refunded(tx: Db, order: PaidOrder, refund: ProductRefund): Promise<void>
  chargedBack(tx: Db, order: PaidOrder): Promise<void>
}

/** `isWhole`: with it all that was paid is returned, also by what a provider carried out late. */
export type ProductRefund = Refund & { readonly isWhole: boolean }

export interface MoneyMovement {
  readonly orderId: string
  readonly refundId?: string | undefined
  readonly accountId: string | null
  readonly kind: PaymentKind
  readonly amountCents: number
  readonly currency: string
  readonly at: Temporal.Instant
}

export interface MoneyBook {
  received(tx: Db, movement: MoneyMovement): Promise<void>
  returned(tx: Db, movement: MoneyMovement): Promise<void>
  chargedBack(tx: Db, movement: MoneyMovement): Promise<void>
  /** Carried out by the provider after what was bought had been given again: a loss. `refundId` is of this part. */
  returnedLate(tx: Db, movement: MoneyMovement): Promise<void>
}

export type ItemName = (item: PaymentItem, language: Language) => string

export interface PaymentsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly masterKey: Buffer
  readonly messages: Pick<Messages, 'post'>
  readonly money: MoneyBook
  /** Orders whose books differ from what was paid and neither delivered nor returned, as sentences. */
  readonly differences: () => Promise<string[]>
  readonly providers: readonly PaymentProvider[]
  /** Providers of kinds that another one offers now: for orders that were made with them. */
  readonly otherProviders?: readonly PaymentProvider[]
  readonly callbacks: readonly PaymentCallbacks[]
  /** Read on each call: domains that depend on payments are created later. */
  readonly products: () => readonly Product[]
  readonly itemName: ItemName
  readonly isBlocked: (accountId: string) => Promise<boolean>
  /** Finance has paused new payments by it. */
  readonly isKindPaused?: (kind: PaymentKind) => boolean
  /** Cents that an operator may refund alone. Changes while the service runs; without it none. */
  readonly refundLimits?: () => RefundLimits
  /** Joins the transaction that ends a refund. */
  readonly onRefundEnded?: (tx: Db, refund: Refund) => Promise<void>
  readonly payerOf?: (accountId: string) => Promise<Omit<Payer, 'address'>>
  /** Changes while the service runs. */
  readonly seller: () => Translated
  readonly isReturnOrigin: (origin: string) => boolean
}

/** @returns undefined when it is not configured */
export const providerOf = (
  { providers, otherProviders = [] }: Pick<PaymentsDeps, 'providers' | 'otherProviders'>,
  { kind, sandbox, gateway }: Pick<Order, 'kind' | 'sandbox' | 'gateway'>,
): PaymentProvider | undefined =>
  [...providers, ...otherProviders].find(
    (one) => one.kind === kind && one.sandbox === sandbox && (one.gateway ?? null) === gateway,
  )

export const takes = ({ stepCents = 1 }: Pick<PaymentProvider, 'stepCents'>, amountCents: number): boolean =>
  amountCents % stepCents === 0

export function productOf({ products }: Pick<PaymentsDeps, 'products'>, name: string): Product {
  const product = products().find((one) => one.name === name)
  if (!product) throw new Error(`no product ${name}`)
  return product
}
