import type { Language } from '#contract/languages.ts'
import type { PaymentItem, Terminal } from '#contract/payments.ts'
import type { RenewingKind } from '#contract/plans.ts'
import type { Order, PaymentReport, ProviderOrder, Payments } from '#server/domains/payments/index.ts'
import type { Db, Database, Tx } from '#server/kit/db.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import type { DomainModule, WebhookEndpoint } from '../domain-module.ts'
import type {
  ActiveAgreement,
  Agreement,
  AgreementFailure,
  MandateAction,
  StoredAgreement,
} from './agreement-states.rules.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Log } from '#server/kit/log.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { openBytes } from '#server/kit/sealed-bytes.ts'

export interface AgreementTerms {
  readonly planVersionId: string
  readonly amountCents: number
  readonly currency: string
  readonly name: Readonly<Record<Language, string>>
  readonly trial: boolean
  readonly byPartner: boolean
  readonly firstChargeAt: Temporal.Instant
  readonly firstCycleEndsAt: Temporal.Instant
}

/** The domain that agreements renew. Its hooks join the transaction of the agreement's state. */
export interface AgreementOwner {
  /** Taken before the lock of the agreement: an owner that ends an agreement under its own lock locks in the same order. */
  lock?(tx: Db, accountId: string): Promise<void>
  onActivated(
    tx: Db,
    agreement: ActiveAgreement,
  ): Promise<{ readonly accepted: true } | { readonly accepted: false; readonly reason: AgreementFailure }>
  onNextCharge?(tx: Db, agreement: Agreement): Promise<void>
  /** Ended by the payer at the provider, or for good by a failed refresh; not by us. */
  onRevoked(tx: Db, agreement: Agreement): Promise<void>
  /** `isFinal`: the provider gave up and suspended the mandate. */
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
  readonly attempt?: number | undefined
  readonly amountCents: number
  readonly currency: string
  readonly item: PaymentItem
}

export type AbandonedMandate = Omit<Mandate, 'credentials'> & { kind: RenewingKind; providerReference: string }

export type AbandonedEnding = 'ended' | 'known' | 'absent' | 'unanswered'

/** An operator's request to end a subscription that has no agreement here. A job does it: the provider is asked outside of a transaction. */
export interface MandateTermination {
  readonly terminationId: string
  readonly kind: RenewingKind
  readonly providerReference: string
  readonly agreementId: string
  readonly requestedAt: Temporal.Instant
  readonly actor: string
  readonly operatorId: string | null
  readonly reason: string
  readonly tries: number
  /** Null while it is asked. */
  readonly outcome: AbandonedEnding | null
  readonly finishedAt: Temporal.Instant | null
}

export type NewTermination = Pick<
  MandateTermination,
  'kind' | 'providerReference' | 'agreementId' | 'actor' | 'operatorId' | 'reason'
>

export interface TerminationQuery {
  readonly sort: '-requestedAt' | 'requestedAt'
  readonly after?: string | undefined
  readonly limit: number
}

export interface Agreements {
  readonly kinds: readonly RenewingKind[]
  /**
   * At most one agreement of an account waits for its payer. The identical request gets it again; any other one first queries and abandons
   * it.
   * @returns the agreement in state setup, with its next action
   * @throws INVALID_INPUT, CONFLICT (the old one turned out to be approved), PAYMENT_NOT_STARTED
   */
  start(request: AgreementRequest): Promise<Agreement>
  /** Abandons the agreement that waits for its payer. @throws CONFLICT when it turned out to be approved */
  abandonSetup(accountId: string): Promise<void>
  find(accountId: string, agreementId: string, on?: Db): Promise<Agreement | undefined>
  lastFailure(accountId: string): Promise<AgreementFailure | undefined>
  hasUnfinished(tx: Db, accountId: string): Promise<boolean>
  check(agreement: Agreement): Promise<Agreement>
  /** No further charge. @throws UNAVAILABLE when the provider does not confirm (push) */
  cancel(agreement: Agreement): Promise<void>
  undo(agreement: Agreement): Promise<void>
  /** Joins the transaction; the job then ends it at the provider. */
  end(tx: Db, agreementId: string, reason: string): Promise<void>
  /** After a restore. `known`: it has an agreement. `absent`: unknown to the provider, or not push. */
  endAbandoned(mandate: AbandonedMandate): Promise<AbandonedEnding>
  /** Keeps the request, which a job carries out. @returns its id */
  requestTermination(tx: Tx, termination: NewTermination): Promise<string>
  listTerminations(query: TerminationQuery): Promise<KeysetPage<MandateTermination>>
  /**
   * One order per (agreement, cycle, attempt), however often it is requested. Attempt n+1 only after n finally failed.
   * @throws CONFLICT unless the agreement is active
   */
  charge(charge: Charge): Promise<Order>
  readonly domainModule: DomainModule
}

export interface Mandate {
  /** The idempotency key. */
  readonly agreementId: string
  readonly providerReference: string | null
  /** pull: text that only the adapter reads. */
  readonly credentials: string | null
}

export interface NewMandate extends Mandate {
  readonly planVersionId: string
  readonly amountCents: number
  readonly currency: string
  readonly name: Readonly<Record<Language, string>>
  readonly trial: boolean
  /** The schedule counts its months from here. */
  readonly startsAt: Temporal.Instant
  /** A month is charged on approval, before the schedule begins. */
  readonly isChargedNow: boolean
  readonly language: Language
  readonly terminal: Terminal
  readonly continueUrl: string
  readonly cancelUrl: string
}

export interface ProviderCatalogue {
  find(name: string): Promise<string | undefined>
  /** @returns the first reference of a name, which is kept */
  keep(name: string, reference: string): Promise<string>
}

/** `unknown`: it may exist; it is requested again under the same id. */
export type MandateCreation =
  | {
      readonly outcome: 'accepted'
      readonly providerReference: string | null
      readonly action: MandateAction | null
    }
  | { readonly outcome: 'refused' | 'unknown'; readonly reason: string }

export interface ProviderCharge {
  readonly paymentReference: string
  readonly amountCents: number
  readonly currency: string
}

export interface Credentials {
  readonly secret: string
  readonly token: string
  readonly expiresAt: Temporal.Instant | null
}

/**
 * - `open`: it can still be approved. `declined`: it never will. `ended`: it was approved, and is over. `absent`: not known there.
 * - `unknown`: no answer, or one that says nothing.
 */
export type MandateReport =
  | { readonly state: 'open' | 'declined' | 'absent' | 'unknown' }
  | { readonly state: 'ended'; readonly providerCharges?: readonly ProviderCharge[] | undefined }
  | {
      /** `suspended`: approved, and not charged at present (push). */
      readonly state: 'active' | 'suspended'
      readonly payerReference?: string | undefined
      readonly credentials?: Credentials | undefined
      /** push: the last failed charge without a success since. */
      readonly chargeFailedAt?: Temporal.Instant | undefined
      readonly nextChargeAt?: Temporal.Instant | undefined
      readonly providerCharges?: readonly ProviderCharge[] | undefined
    }

interface MandateProviderBase {
  readonly kind: RenewingKind
  readonly sandbox: boolean
  setup(mandate: NewMandate, catalogue: ProviderCatalogue): Promise<MandateCreation>
  query(mandate: Mandate): Promise<MandateReport>
  /** Idempotent. @returns whether the provider confirms that it is over */
  end(mandate: Mandate): Promise<boolean>
}

export interface PushProvider extends MandateProviderBase {
  readonly mode: 'push'
  suspend(mandate: Mandate): Promise<boolean>
  /** From the next date of the schedule on. Idempotent. */
  resume(mandate: Mandate): Promise<boolean>
}

export type MandateCode = ({ readonly code: string } | { readonly token: string }) & {
  readonly payerReference?: string | undefined
}

/** `credentials`: the token is not valid (any more); nothing was charged. */
export type ChargeReport = PaymentReport | { readonly state: 'failed'; readonly because: 'credentials' }

export interface PullProvider extends MandateProviderBase {
  readonly mode: 'pull'
  exchange(mandate: Mandate, mandateCode: MandateCode): Promise<MandateReport>
  /** `ended`: there will be no other token. */
  refresh(mandate: Mandate): Promise<MandateReport>
  /** Idempotent by the order's id. */
  charge(mandate: Mandate, order: ProviderOrder & { readonly description: string }): Promise<ChargeReport>
}

/** Methods do not throw when the provider cannot be reached; they never run inside a transaction. */
export type MandateProvider = PushProvider | PullProvider

export interface MandateNotice {
  readonly agreementId?: string | undefined
  readonly providerReference?: string | undefined
  readonly token?: string | undefined
  readonly mandateCode?: MandateCode | undefined
  readonly providerCharge?: ProviderCharge | undefined
  /** Ended by the payer: of a token, which cannot be queried any more. */
  readonly isEnded?: boolean | undefined
}

export interface MandateCallbacks {
  readonly kind: RenewingKind
  readonly provider: WebhookEndpoint['provider']
  readonly read: (body: Buffer) => MandateNotice | undefined
}

export interface AgreementsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly masterKey: Buffer
  readonly payments: Pick<Payments, 'charge' | 'recordProviderCharge' | 'isPaused'>
  readonly providers: readonly MandateProvider[]
  readonly callbacks: readonly MandateCallbacks[]
  /** Read on each call: the owner depends on agreements and is created later. */
  readonly owner: () => AgreementOwner
  readonly isReturnOrigin: (origin: string) => boolean
  /** Finance has paused new agreements by it; the others are charged as before. */
  readonly isKindPaused?: (kind: RenewingKind) => boolean
  /** Joins the transaction that keeps what became of a subscription that an operator had ended. */
  readonly onMandateTermination?: (tx: Tx, termination: MandateTermination) => Promise<void>
}

/** @returns undefined when it is not configured */
export const providerOf = (
  { providers }: Pick<AgreementsDeps, 'providers'>,
  { kind, sandbox }: Pick<StoredAgreement, 'kind' | 'sandbox'>,
): MandateProvider | undefined => providers.find((one) => one.kind === kind && one.sandbox === sandbox)

export function mandateOf({ masterKey }: Pick<AgreementsDeps, 'masterKey'>, agreement: StoredAgreement): Mandate {
  const { agreementId, providerReference, sealedCredentials } = agreement
  const key = deriveKey(masterKey, 'agreements')
  const credentials = sealedCredentials && openBytes(sealedCredentials, { key, rowId: agreementId }).toString()
  return { agreementId, providerReference, credentials }
}
