import type { Delivery as DeliveryTo, SaleLine } from '#contract/goods.ts'
import type { GiftCardDesign } from '#contract/gift-card-designs.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentItem, PaymentKind, PaymentPurpose, Terminal } from '#contract/payments.ts'
import type { Db, Database } from '#server/kit/db.ts'
import type { WebhookEndpoint } from '../domain-module.ts'
import type { Order, PaidOrder, Refund, StoredAction, Translated } from './payment-orders.rules.ts'
import type { Kysely } from 'kysely'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Log } from '#server/kit/log.ts'

/** An order as a provider needs it. */
export interface ProviderOrder {
  /** The idempotency key. */
  readonly orderId: string
  readonly amountCents: number
  readonly currency: string
  /** The provider's id, once it has answered with one. */
  readonly providerReference: string | null
}

export interface NewProviderOrder extends ProviderOrder {
  /** What is bought, in the payer's language. */
  readonly description: string
  readonly language: Language
  readonly terminal: Terminal
  readonly continueUrl: string
  readonly cancelUrl: string
  /** The time of business, which tests can move. */
  readonly at: Temporal.Instant
  /** Only for providers that need it. */
  readonly payer?: Payer | undefined
}

/** Whose page of payment demands it. */
export interface Payer {
  readonly name: string
  readonly email: string
  /** E.164 */
  readonly phone: string
  /** The IP address of the browser. */
  readonly address: string
}

/** How an attempt to create an order ended. `unknown`: it may exist; it is queried under the same id. */
export type Creation =
  | {
      readonly outcome: 'accepted'
      readonly providerReference: string | null
      readonly action: StoredAction
      /** Seconds until the provider no longer takes the payment. */
      readonly lifetimeSeconds: number
    }
  | { readonly outcome: 'refused' | 'unknown'; readonly reason: string }

/**
 * What a provider says of a payment.
 * - `open`: it can still be paid. `approved`: the payer agreed, we have to capture it.
 * - `failed`, `closed`: final, nothing was taken. `absent`: the provider does not know the order.
 * - `abandoned`: nothing was taken, and the provider cannot close it. We give it up; a payment that still comes counts.
 * - `unknown`: no answer, or one that says nothing.
 */
export type PaymentReport =
  | { readonly state: 'open' | 'approved' | 'failed' | 'closed' | 'abandoned' | 'absent' | 'unknown' }
  | {
      readonly state: 'succeeded'
      readonly amountCents: number
      readonly currency: string
      /** The provider's id of the payment, which refunds name. */
      readonly paymentReference: string
      /** Something of it has been returned already, not by us as far as we know: it is reviewed before anything is delivered. */
      readonly isReturned?: boolean
    }

/** A payment that was taken, whatever became of it since. */
export interface TakenPayment {
  readonly amountCents: number
  readonly currency: string
  readonly paymentReference: string
}

/** What a verified callback says. Without a report the provider is queried. */
export type CallbackReport =
  | {
      readonly of: 'payment'
      readonly orderId?: string | undefined
      readonly providerReference?: string | undefined
      readonly report?: PaymentReport | undefined
    }
  | { readonly of: 'refund'; readonly paymentReference: string }
  /** Of a refund that the provider names by our id. */
  | { readonly of: 'refund'; readonly refundId: string }
  | DisputeReport

/** What a callback or a query says of a dispute. */
export interface DisputeReport {
  readonly of: 'dispute'
  readonly paymentReference: string
  /** The provider's id of the dispute, where it says one. */
  readonly disputeId?: string | undefined
  readonly event: 'disputeOpened' | 'disputeWon' | 'disputeLost'
}

export interface ProviderRefund {
  /** The idempotency key. */
  readonly refundId: string
  readonly orderId: string
  readonly amountCents: number
  readonly currency: string
  readonly paymentReference: string
  /** The provider's id of the refund, once it has answered with one. */
  readonly providerReference: string | null
  /** It was charged by an agreement. */
  readonly isRenewal: boolean
  /** Cents of the order's other refunds that have not failed: for providers without an idempotency key. */
  readonly refundedCents: number
  /** Cents of it that its earlier parts were for, which are claimed: of the same claim at the provider. */
  readonly claimedCents: number
  readonly requestedAt: Temporal.Instant
  /** When it was asked for before, with an answer that we do not know; null for the first time. */
  readonly askedAt: Temporal.Instant | null
  /** The time of business. */
  readonly at: Temporal.Instant
}

/**
 * `refused` is final; `unknown` is repeated under the same id. `isDoubtful`: the provider shows a refund that may be this one or
 * another; what was taken back stays so, and an operator decides. `awaiting_claim`: the payer has to claim the money at `claimUrl`;
 * `claimedCents`: a part of it has reached them already.
 * `returned` is final: it was not claimed, and the money is ours again.
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

/** Money that moved at a provider, as its listing has it: what carries an id of ours. */
export interface ListedMovement {
  /** The provider's id, to which callbacks and refunds refer. */
  readonly reference: string
  readonly what: 'payment' | 'refund'
  /** An order's id, an agreement's (a renewal), or that of a refund. */
  readonly ownId: string
  /** The mandate that it was charged by. */
  readonly mandateReference?: string | undefined
  readonly amountCents: number
  readonly currency: string
  readonly at: Temporal.Instant
}

/**
 * One kind of payment. Methods answer `unknown` instead of throwing when the provider cannot be reached; they never run inside a
 * transaction.
 */
export interface PaymentProvider {
  readonly kind: PaymentKind
  /** It talks to the provider sandbox. */
  readonly sandbox: boolean
  /** Whose account it is, for a kind that several gateways offer. */
  readonly gateway?: string
  /** It takes and refunds multiples of these cents only; any amount if undefined. */
  readonly stepCents?: number
  /** Its page demands who pays. */
  readonly needsPayer?: boolean
  create(order: NewProviderOrder): Promise<Creation>
  query(order: ProviderOrder): Promise<PaymentReport>
  /** Takes an approved payment. Idempotent. */
  capture(order: ProviderOrder): Promise<PaymentReport>
  /** Makes sure that it cannot be paid any more: `closed` (`abandoned` where that is impossible), or what the provider says instead. */
  cancel(order: ProviderOrder): Promise<PaymentReport>
  /** Idempotent by `refundId`: also used to ask how a refund stands. */
  refund(refund: ProviderRefund): Promise<RefundReport>
  /** Every payment that was taken for an order, where one can be paid twice. @returns undefined when there was no whole answer */
  paymentsOf?(order: ProviderOrder): Promise<readonly TakenPayment[] | undefined>
  /** Everything of ours that moved in a period, where the provider lists it. @returns undefined when there was no whole answer */
  list?(period: { from: Temporal.Instant; until: Temporal.Instant }): Promise<readonly ListedMovement[] | undefined>
  /** The disputes that changed since an instant, where the provider lists them. @returns undefined when there was no whole answer */
  disputes?(since: Temporal.Instant): Promise<readonly DisputeReport[] | undefined>
}

/** The callbacks of one provider. It serves several kinds where they share one account. */
export interface PaymentCallbacks {
  readonly kinds: readonly PaymentKind[]
  readonly provider: WebhookEndpoint['provider']
  /** @returns undefined for a callback that is not about a payment */
  readonly read: (body: Buffer) => CallbackReport | undefined
}

export interface Quote {
  readonly amountCents: number
  readonly currency: string
  readonly item: PaymentItem
}

/** Whether it was delivered, or why it never can be. */
export type Delivery = { readonly delivered: true } | { readonly delivered: false; readonly reason: string }

/** Whom something is bought for, what its buyer says to them, and the picture that it has. */
export interface PurchaseDetails {
  /** A mobile number (E.164) or an e-mail address; none: the buyer. */
  readonly recipient?: string | undefined
  readonly message?: string | undefined
  readonly design?: GiftCardDesign | undefined
  /** ISO 3166: where the buyer of a screening is, whose title is licensed there. */
  readonly region?: string | undefined
  /** The goods of a sale, and where they go. */
  readonly sale?: { readonly lines: readonly SaleLine[]; readonly to: DeliveryTo } | undefined
}

/** What an account wants to pay for, and by which kind. */
export interface Wanted {
  readonly accountId: string
  readonly purposeId: string
  readonly kind: PaymentKind
  readonly details?: PurchaseDetails | undefined
}

/** What money is taken for. The domain that sells it implements this; its hooks join the transaction of the order's state. */
export interface Product {
  readonly name: PaymentPurpose
  /** The price. @returns undefined when there is no such thing on sale for this account by this kind */
  quote(wanted: Wanted): Promise<Quote | undefined>
  /** Of what is bought for somebody: with each order, what its buyer says of it. */
  readonly details?: {
    /** Joins the transaction that makes the order. */
    keep(tx: Db, order: Order, given: PurchaseDetails): Promise<void>
    /** Whether an order was made with the same ones. */
    isSame(order: Order, given: PurchaseDetails): Promise<boolean>
  }
  /** Delivers, once. Rejects to be repeated later. */
  onSettled(tx: Db, order: PaidOrder & { readonly accountId: string }): Promise<Delivery>
  /** The order ended failed or expired. */
  onFailed?(tx: Db, order: Order): Promise<void>
  /**
   * Takes back what is refunded, before the provider is called.
   * @returns the cents that can be refunded, when these are fewer than asked for; nothing has been taken then
   */
  beforeRefund(tx: Db, order: PaidOrder, refund: Refund): Promise<{ readonly maxCents: number } | undefined>
  /** The provider refused: gives it back. */
  refundFailed(tx: Db, order: PaidOrder, refund: Refund): Promise<void>
  /** The money is returned. */
  refunded(tx: Db, order: PaidOrder, refund: Refund): Promise<void>
  /** The payer's bank has taken the money back. */
  chargedBack(tx: Db, order: PaidOrder): Promise<void>
}

/** A movement of money at a provider, in its own currency. */
export interface MoneyMovement {
  readonly orderId: string
  readonly refundId?: string | undefined
  readonly accountId: string | null
  readonly kind: PaymentKind
  readonly amountCents: number
  readonly currency: string
  readonly at: Temporal.Instant
}

/** Books the money in the ledger, in the transaction of the order's state. */
export interface MoneyBook {
  received(tx: Db, movement: MoneyMovement): Promise<void>
  returned(tx: Db, movement: MoneyMovement): Promise<void>
  /** Taken back by the payer's bank: a loss. */
  chargedBack(tx: Db, movement: MoneyMovement): Promise<void>
}

/** The name of what was bought, in a language. */
export type ItemName = (item: PaymentItem, language: Language) => string

export interface PaymentsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly masterKey: Buffer
  readonly messages: Pick<Messages, 'post'>
  readonly money: MoneyBook
  /** Orders of which the books hold another sum than was paid and neither delivered nor returned, as sentences. */
  readonly differences: () => Promise<string[]>
  /** The configured kinds. A kind without a provider is not offered. */
  readonly providers: readonly PaymentProvider[]
  /** Those that another provider of the same kind stands before: for orders that were made with them. */
  readonly otherProviders?: readonly PaymentProvider[]
  readonly callbacks: readonly PaymentCallbacks[]
  /** What is sold. Read on each call: domains that depend on payments are created later. */
  readonly products: () => readonly Product[]
  readonly itemName: ItemName
  /** Whether an account's purchases are stopped, after a chargeback. */
  readonly isBlocked: (accountId: string) => Promise<boolean>
  /** Who pays, for the providers whose page demands it. */
  readonly payerOf?: (accountId: string) => Promise<Omit<Payer, 'address'>>
  /** The seller on receipts. */
  readonly seller: Translated
  /** Whether a payer may be returned to pages of this origin. */
  readonly isReturnOrigin: (origin: string) => boolean
}

/** The provider of an order, by whichever account it was made; undefined when that is not configured. */
export const providerOf = (
  { providers, otherProviders = [] }: Pick<PaymentsDeps, 'providers' | 'otherProviders'>,
  { kind, sandbox, gateway }: Pick<Order, 'kind' | 'sandbox' | 'gateway'>,
): PaymentProvider | undefined =>
  [...providers, ...otherProviders].find(
    (one) => one.kind === kind && one.sandbox === sandbox && (one.gateway ?? null) === gateway,
  )

/** Whether a provider can take, or return, an amount. */
export const takes = ({ stepCents = 1 }: Pick<PaymentProvider, 'stepCents'>, amountCents: number): boolean =>
  amountCents % stepCents === 0

/** @throws when no domain sells this any more */
export function productOf({ products }: Pick<PaymentsDeps, 'products'>, name: string): Product {
  const product = products().find((one) => one.name === name)
  if (!product) throw new Error(`no product ${name}`)
  return product
}
