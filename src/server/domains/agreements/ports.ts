import type { Language } from '#contract/languages.ts'
import type { PaymentItem, Terminal } from '#contract/payments.ts'
import type { RenewingKind } from '#contract/plans.ts'
import type { Order } from '#server/domains/payments/index.ts'
import type { Db } from '#server/kit/db.ts'
import type { Capability } from '../capability.ts'
import type { ActiveAgreement, Agreement } from './agreements-model.ts'

export interface AgreementTerms {
  readonly planVersionId: string
  readonly amountCents: number
  readonly currency: string
  readonly name: Readonly<Record<Language, string>>
  /** The first cycle is free. */
  readonly trial: boolean
  /** When the first money is due: now, the end of the trial, the end of what is already paid. */
  readonly firstChargeAt: Temporal.Instant
}

/** What agreements ask of the domain that they renew; the hooks join the transaction of the agreement's state. */
export interface AgreementOwner {
  /** The payer approved. Refused: the mandate is ended at the provider and nothing is charged. */
  onActivated(
    tx: Db,
    agreement: ActiveAgreement,
  ): Promise<{ readonly accepted: true } | { readonly accepted: false; readonly reason: 'TRIAL_USED' | 'HAS_PLAN' }>
  /** Ended by the payer at the provider, or for good by a failed refresh; not by us. */
  onRevoked(tx: Db, agreement: Agreement): Promise<void>
  /** push only: the provider could not charge; `isFinal`: it gave up and suspended it. */
  onChargeFailed(tx: Db, agreement: Agreement, failure: { readonly isFinal: boolean }): Promise<void>
}

export interface AgreementRequest {
  readonly accountId: string
  readonly kind: RenewingKind
  readonly terms: AgreementTerms
  readonly language: Language
  readonly terminal: Terminal
  readonly continueUrl: string
  readonly cancelUrl: string
}

export interface Charge {
  readonly agreement: Agreement
  readonly cycle: number
  readonly amountCents: number
  readonly currency: string
  readonly item: PaymentItem
}

export interface Agreements {
  /** The kinds that are configured. */
  readonly kinds: readonly RenewingKind[]
  /**
   * Starts an agreement: at most one of an account waits for its payer. The identical request gets it again; any other one first asks
   * how the old one stands, and abandons it.
   * @returns the agreement in state setup, with its next action
   * @throws INVALID_INPUT (a kind that is not configured, pages that are not ours), CONFLICT (the old one turned out to be approved),
   * PAYMENT_NOT_STARTED
   */
  start(request: AgreementRequest): Promise<Agreement>
  find(accountId: string, agreementId: string): Promise<Agreement | undefined>
  /** Asks the provider now and applies what it says. */
  check(agreement: Agreement): Promise<Agreement>
  /** No further charge. push: suspended there first; throws UNAVAILABLE when the provider does not confirm. pull: ours alone. */
  cancel(agreement: Agreement): Promise<void>
  undo(agreement: Agreement): Promise<void>
  /** Joins the transaction: marks it to be ended at the provider by the job (replaced, plan ended, account closing). */
  end(tx: Db, agreementId: string, reason: string): Promise<void>
  /**
   * pull only. One order per (agreement, cycle, attempt), derived id; asking again with the same arguments gives the same order.
   * Attempt n+1 only after n finally failed. @throws CONFLICT unless the agreement is active
   */
  charge(charge: Charge): Promise<Order>
  readonly capability: Capability
}
