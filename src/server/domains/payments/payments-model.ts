import type { PaymentItem, PaymentKind, PaymentPurpose, Terminal } from '#contract/payments.ts'
import type { Language } from '#contract/languages.ts'
import type { OrderEvent, OrderState, RefundState } from './payment-orders.rules.ts'

type Instant = Temporal.Instant

/** An order for money. Amounts are integer cents. */
export interface Order {
  /** `outTradeNo` on the wire. */
  readonly orderId: string
  /** Null once the account is erased. */
  readonly accountId: string | null
  readonly purpose: PaymentPurpose
  readonly purposeId: string
  readonly ordinal: number
  readonly kind: PaymentKind
  /** Made with the provider sandbox. */
  readonly sandbox: boolean
  /** By whose account, for a kind that several gateways offer. */
  readonly gateway: string | null
  readonly state: OrderState
  readonly previousState: OrderState | null
  readonly amountCents: number
  readonly currency: string
  readonly item: PaymentItem
  readonly language: Language
  readonly terminal: Terminal
  readonly continueUrl: string
  readonly cancelUrl: string
  readonly providerReference: string | null
  readonly nextAction: StoredAction | null
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly queryDueAt: Instant | null
  readonly paymentReference: string | null
  readonly paidCents: number | null
  readonly paidCurrency: string | null
  readonly paidAt: Instant | null
  readonly deliveredAt: Instant | null
  readonly undeliverable: string | null
  /** The order that was paid before: this is a second payment of it, which is returned. */
  readonly secondOf: string | null
  /** When its payer started another payment for the same thing: a late payment of this one is returned. */
  readonly supersededAt: Instant | null
}

/** What the payer's browser does next; it ends with the order's `expiresAt`. */
export interface StoredAction {
  readonly type: 'redirect' | 'form' | 'qr' | 'app'
  readonly url: string
  readonly qrText?: string | undefined
  readonly fields?: Readonly<Record<string, string>> | undefined
}

/** An order that was paid. */
export type PaidOrder = Order & { readonly paidAt: Instant; readonly paidCents: number; readonly paidCurrency: string }

export interface Refund {
  readonly refundId: string
  readonly orderId: string
  readonly ordinal: number
  readonly state: RefundState
  readonly amountCents: number
  readonly currency: string
  readonly reason: string
  readonly actor: string
  readonly requestedAt: Instant
  /** When its provider was first asked for it. */
  readonly askedAt: Instant | null
  readonly finishedAt: Instant | null
  readonly providerReference: string | null
  readonly problem: string | null
  readonly queryDueAt: Instant | null
  readonly queries: number
  readonly noteNumber: string | null
  /** Where the payer claims the money. */
  readonly claimUrl: string | null
}

/** Who said that something happened. Only `browser` is somebody who is waiting for it. */
export type Source = 'create' | 'browser' | 'callback' | 'reconciliation' | 'operator' | 'refund'

/** What is recorded of an order. `paidAgain` moves nothing: somebody said that it was paid a second time. */
export type EvidenceEvent = OrderEvent | 'paidAgain'

export interface Receipt {
  readonly receiptNumber: string
  readonly issuedAt: Instant
  /** Frozen when the payment was made. */
  readonly snapshot: { readonly seller: Translated; readonly item: Translated }
}

export type Translated = Readonly<Record<Language, string>>
