import type { PaymentKind } from '#contract/payments.ts'
import type {
  Creation,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
  ProviderRefund,
  RefundReport,
  TakenPayment,
} from '#server/domains/payments/index.ts'

/** How the next calls of a provider go wrong: the request never arrives, or its response is lost. */
export type Trouble = 'request lost' | 'response lost'

interface ProviderSide {
  state: 'open' | 'approved' | 'paid' | 'failed' | 'closed'
  amountCents: number
  currency: string
}

/** A provider in memory. `capturing` ones take the money of an approved order when they are told to; others at approval. */
export class TestProvider implements PaymentProvider {
  readonly sandbox = true
  readonly queriesRefunds = true
  readonly orders = new Map<string, ProviderSide>()
  readonly refunds = new Map<string, { amountCents: number; state: 'succeeded' | 'pending' }>()
  /** Cents that the provider holds for us. */
  balanceCents = 0
  /** Taken from the front, one for each call; undefined: no trouble. */
  troubles: (Trouble | undefined)[] = []
  /** `cancel`: it does not close an order that can be paid. */
  refuses: { create?: boolean; refund?: boolean; cancel?: boolean } = {}
  refundsPend = false
  /** It shows a refund of which it cannot be told whose it is. */
  isDoubtful = false
  /** Refunds have to be claimed: the cents that their payers have claimed, by claim. `closed`: what is left is ours again. */
  claims: { readonly cents: Map<string, number>; closed: boolean } | undefined
  /** Payments of paid orders beside their own. */
  readonly again = new Map<string, TakenPayment[]>()
  /** Every payment of an order, where one can be paid twice. */
  paymentsOf: PaymentProvider['paymentsOf']
  readonly refundRequests: ProviderRefund[] = []
  /** Its listing, where it has one. */
  list: PaymentProvider['list']
  /** Its disputes, where it lists them. */
  disputes: PaymentProvider['disputes']
  readonly kind: PaymentKind
  readonly capturing: boolean
  readonly calls: string[] = []

  reset(): void {
    this.orders.clear()
    this.refunds.clear()
    this.balanceCents = 0
    this.troubles = []
    this.refuses = {}
    this.refundsPend = false
    this.isDoubtful = false
    this.claims = undefined
    this.list = undefined
    this.disputes = undefined
    this.paymentsOf = undefined
    this.again.clear()
    this.refundRequests.length = 0
    this.calls.length = 0
  }

  constructor(kind: PaymentKind, { capturing }: { capturing: boolean }) {
    this.kind = kind
    this.capturing = capturing
  }

  create({ orderId, amountCents, currency }: ProviderOrder): Promise<Creation> {
    return this.#call<Creation>('create', { outcome: 'unknown', reason: 'no answer' }, () => {
      if (this.refuses.create) return { outcome: 'refused', reason: 'refused' } as const
      if (!this.orders.has(orderId)) this.orders.set(orderId, { state: 'open', amountCents, currency })
      const action = { type: 'redirect', url: `https://${this.kind}.test/${orderId}` } as const
      return {
        outcome: 'accepted',
        providerReference: `${this.kind}-${orderId}`,
        action,
        lifetimeSeconds: 3_600,
      } as const
    })
  }

  query = ({ orderId }: ProviderOrder) =>
    this.#call<PaymentReport>('query', { state: 'unknown' }, () => this.report(orderId))

  capture = ({ orderId }: ProviderOrder) =>
    this.#call<PaymentReport>('capture', { state: 'unknown' }, () => {
      const side = this.orders.get(orderId)
      if (side?.state === 'approved') this.#take(side)
      return this.report(orderId)
    })

  cancel = ({ orderId }: ProviderOrder) =>
    this.#call<PaymentReport>('cancel', { state: 'unknown' }, () => {
      const side = this.orders.get(orderId)
      if (!side) return { state: 'closed' }
      if (!this.refuses.cancel && (side.state === 'open' || side.state === 'approved')) side.state = 'closed'
      return this.report(orderId)
    })

  refund(refund: ProviderRefund): Promise<RefundReport> {
    const { refundId, amountCents, isQueryOnly } = refund
    this.refundRequests.push(refund)
    return this.#call<RefundReport>('refund', { state: 'unknown', reason: 'no answer' }, () => {
      if (this.isDoubtful) return { state: 'unknown', reason: 'refunded by somebody', isDoubtful: true }
      if (this.claims) return this.#claim(this.claims, refund)
      const known = this.refunds.get(refundId)
      if (known && (known.state === 'succeeded' || this.refundsPend))
        return { state: known.state, providerReference: refundId }
      if (isQueryOnly && !known) return { state: 'refused', reason: 'no such refund' }
      if (this.refuses.refund) return { state: 'refused', reason: 'window closed' }
      const state = this.refundsPend ? 'pending' : 'succeeded'
      this.refunds.set(refundId, { amountCents, state })
      if (state === 'succeeded') this.balanceCents -= amountCents
      return { state, providerReference: refundId }
    })
  }

  /** The payer agrees. @returns whether the order could be approved */
  approve(orderId: string, change: Partial<Pick<ProviderSide, 'amountCents' | 'currency'>> = {}): boolean {
    const side = this.orders.get(orderId)
    if (side?.state !== 'open') return false
    Object.assign(side, change)
    if (this.capturing) side.state = 'approved'
    else this.#take(side)
    return true
  }

  decline(orderId: string): void {
    const side = this.orders.get(orderId)
    if (side?.state === 'open') side.state = 'failed'
  }

  /** From now on it lists every payment of an order. */
  takeTwice(): void {
    this.paymentsOf = ({ orderId }) =>
      this.#call<readonly TakenPayment[] | undefined>('paymentsOf', undefined, () => {
        const first = this.report(orderId)
        return [...(first.state === 'succeeded' ? [first] : []), ...(this.again.get(orderId) ?? [])]
      })
  }

  /** The payer pays a paid order once more. @returns undefined for one that is not paid */
  payAgain(orderId: string): TakenPayment | undefined {
    const side = this.orders.get(orderId)
    if (side?.state !== 'paid') return undefined
    const earlier = this.again.get(orderId) ?? []
    const { amountCents, currency } = side
    const payment = { amountCents, currency, paymentReference: `paid-${orderId}-${earlier.length + 2}` }
    this.again.set(orderId, [...earlier, payment])
    this.balanceCents += amountCents
    return payment
  }

  report(orderId: string): PaymentReport {
    const side = this.orders.get(orderId)
    if (!side) return { state: 'absent' }
    if (side.state !== 'paid') return { state: side.state }
    const { amountCents, currency } = side
    return { state: 'succeeded', amountCents, currency, paymentReference: `paid-${orderId}` }
  }

  #claim({ cents, closed }: NonNullable<TestProvider['claims']>, refund: ProviderRefund): RefundReport {
    const { refundId, amountCents, claimedCents: before } = refund
    const providerReference = refund.providerReference ?? refundId
    const claimedCents = (cents.get(providerReference) ?? 0) - before
    if (claimedCents >= amountCents) return { state: 'succeeded', providerReference }
    if (closed && claimedCents === 0) return { state: 'returned', reason: 'not claimed' }
    return { state: 'awaiting_claim', providerReference, claimUrl: 'https://claim.test', claimedCents }
  }

  #take(side: ProviderSide): void {
    side.state = 'paid'
    this.balanceCents += side.amountCents
  }

  async #call<T>(name: string, lost: T, work: () => T): Promise<T> {
    this.calls.push(name)
    const trouble = this.troubles.shift()
    if (trouble === 'request lost') return lost
    const answer = work()
    return trouble === 'response lost' ? lost : answer
  }
}
