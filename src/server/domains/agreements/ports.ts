import type { Language } from '#contract/languages.ts'
import type { PaymentItem, Terminal } from '#contract/payments.ts'
import type { RenewingKind } from '#contract/plans.ts'
import type { Order, PaymentReport, ProviderOrder, Payments } from '#server/domains/payments/index.ts'
import type { Db, Database } from '#server/kit/db.ts'
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
  /** The first cycle is free. */
  readonly trial: boolean
  /** By a call of the telecom partner whose customer the payer is. */
  readonly byPartner: boolean
  /** When the first money is due: now, the end of the trial, the end of what is already paid. */
  readonly firstChargeAt: Temporal.Instant
  /** The end of what the trial, or else the first charge, gives. */
  readonly firstCycleEndsAt: Temporal.Instant
}

/** What agreements require of the domain that they renew; the hooks join the transaction of the agreement's state. */
export interface AgreementOwner {
  /**
   * Takes the owner's own lock on an account before the agreement is locked: an owner that ends an agreement under that lock locks in
   * the same order.
   */
  lock?(tx: Db, accountId: string): Promise<void>
  /** The payer approved. Refused: the mandate is ended at the provider and nothing is charged. */
  onActivated(
    tx: Db,
    agreement: ActiveAgreement,
  ): Promise<{ readonly accepted: true } | { readonly accepted: false; readonly reason: AgreementFailure }>
  /** push: the provider has told when it charges next. */
  onNextCharge?(tx: Db, agreement: Agreement): Promise<void>
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
  /** Which attempt; default: the last one, or the next one when that has finally failed. */
  readonly attempt?: number | undefined
  readonly amountCents: number
  readonly currency: string
  readonly item: PaymentItem
}

export type AbandonedMandate = Omit<Mandate, 'credentials'> & { kind: RenewingKind; providerReference: string }

export type AbandonedEnding = 'ended' | 'known' | 'absent' | 'unanswered'

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
  /** Why the last agreement of an account never became active; undefined when it did, or waits. */
  lastFailure(accountId: string): Promise<AgreementFailure | undefined>
  /** Whether an agreement of an account is being set up, runs, or is not ended at its provider. */
  hasUnfinished(tx: Db, accountId: string): Promise<boolean>
  /** Asks the provider now and applies what it says. */
  check(agreement: Agreement): Promise<Agreement>
  /** No further charge. push: suspended there first; throws UNAVAILABLE when the provider does not confirm. pull: ours alone. */
  cancel(agreement: Agreement): Promise<void>
  undo(agreement: Agreement): Promise<void>
  /** Joins the transaction: marks it to be ended at the provider by the job (replaced, plan ended, account closing). */
  end(tx: Db, agreementId: string, reason: string): Promise<void>
  /**
   * push: ends a mandate that its provider charges and that has no agreement here, as after a restore. For operators.
   * `known`: it has one. `absent`: the provider does not know it, or is none that charges by itself.
   */
  endAbandoned(mandate: AbandonedMandate): Promise<AbandonedEnding>
  /**
   * pull only. One order per (agreement, cycle, attempt), derived id; asking again with the same arguments gives the same order.
   * Attempt n+1 only after n finally failed. @throws CONFLICT unless the agreement is active
   */
  charge(charge: Charge): Promise<Order>
  readonly domainModule: DomainModule
}

/** An agreement as its provider needs it: a mandate. */
export interface Mandate {
  /** The idempotency key. */
  readonly agreementId: string
  /** The provider's id, once it has answered with one. */
  readonly providerReference: string | null
  /** What the provider gave when the payer approved (pull): text that only its adapter reads. */
  readonly credentials: string | null
}

export interface NewMandate extends Mandate {
  readonly planVersionId: string
  readonly amountCents: number
  readonly currency: string
  readonly name: Readonly<Record<Language, string>>
  readonly trial: boolean
  /** push: from here on the schedule counts its months: the day of the free month's beginning, or the end of what is paid by then. */
  readonly startsAt: Temporal.Instant
  /** push: a month is charged on approval, before the schedule begins. */
  readonly isChargedNow: boolean
  readonly language: Language
  readonly terminal: Terminal
  readonly continueUrl: string
  readonly cancelUrl: string
}

/** What the provider's catalogue holds of ours, kept over restarts. */
export interface ProviderCatalogue {
  find(name: string): Promise<string | undefined>
  /** Keeps the first reference of a name. @returns the one that is kept */
  keep(name: string, reference: string): Promise<string>
}

/** How an attempt to set a mandate up ended. `unknown`: it may exist; it is asked for again under the same id. */
export type MandateCreation =
  | {
      readonly outcome: 'accepted'
      readonly providerReference: string | null
      /** Null when the payer has decided already. */
      readonly action: MandateAction | null
    }
  | { readonly outcome: 'refused' | 'unknown'; readonly reason: string }

/** A charge that the provider made by its schedule. */
export interface ProviderCharge {
  readonly paymentReference: string
  readonly amountCents: number
  readonly currency: string
}

export interface Credentials {
  /** Text that only the adapter reads. */
  readonly secret: string
  /** The token that callbacks name. */
  readonly token: string
  readonly expiresAt: Temporal.Instant | null
}

/**
 * What a provider says of a mandate.
 * - `open`: it can still be approved. `declined`: it never will. `ended`: it was approved, and is over. `absent`: not known there.
 * - `unknown`: no answer, or one that says nothing.
 */
export type MandateReport =
  | { readonly state: 'open' | 'declined' | 'absent' | 'unknown' }
  | { readonly state: 'ended'; readonly providerCharges?: readonly ProviderCharge[] | undefined }
  | {
      /** `suspended`: approved, and not charged at present (push). */
      readonly state: 'active' | 'suspended'
      /** Undefined when this answer does not name the payer. */
      readonly payerReference?: string | undefined
      readonly credentials?: Credentials | undefined
      /** push: when the last charge failed that has not succeeded since. */
      readonly chargeFailedAt?: Temporal.Instant | undefined
      /** push: when it charges next. */
      readonly nextChargeAt?: Temporal.Instant | undefined
      /** push: the charges of the last weeks. */
      readonly providerCharges?: readonly ProviderCharge[] | undefined
    }

interface MandateProviderBase {
  readonly kind: RenewingKind
  /** It talks to the provider sandbox. */
  readonly sandbox: boolean
  setup(mandate: NewMandate, catalogue: ProviderCatalogue): Promise<MandateCreation>
  query(mandate: Mandate): Promise<MandateReport>
  /** Ends it for good. Idempotent. @returns whether the provider confirms that it is over */
  end(mandate: Mandate): Promise<boolean>
}

/** The provider charges by its schedule. */
export interface PushProvider extends MandateProviderBase {
  readonly mode: 'push'
  /** No charge until resumed. Idempotent. @returns whether the provider confirms it */
  suspend(mandate: Mandate): Promise<boolean>
  /** Charges again, from the next date of the schedule on. Idempotent. */
  resume(mandate: Mandate): Promise<boolean>
}

/** What a callback hands over when the payer has approved: a code, or a token that was made from it. */
export type MandateCode = ({ readonly code: string } | { readonly token: string }) & {
  /** Where the callback names the payer. */
  readonly payerReference?: string | undefined
}

/** `credentials`: the token is not valid (any more); nothing was charged. */
export type ChargeReport = PaymentReport | { readonly state: 'failed'; readonly because: 'credentials' }

/** We charge by the payer's token. */
export interface PullProvider extends MandateProviderBase {
  readonly mode: 'pull'
  exchange(mandate: Mandate, mandateCode: MandateCode): Promise<MandateReport>
  /** A token that lasts longer. `ended`: there will be none. */
  refresh(mandate: Mandate): Promise<MandateReport>
  /** Idempotent by the order's id. */
  charge(mandate: Mandate, order: ProviderOrder & { readonly description: string }): Promise<ChargeReport>
}

/**
 * Mandates of one kind. Methods answer `unknown`, or do not confirm, instead of throwing when the provider cannot be reached; they
 * never run inside a transaction.
 */
export type MandateProvider = PushProvider | PullProvider

/** What a verified callback says. It names its agreement by our id, the provider's id, or the token. */
export interface MandateNotice {
  readonly agreementId?: string | undefined
  readonly providerReference?: string | undefined
  readonly token?: string | undefined
  readonly mandateCode?: MandateCode | undefined
  readonly providerCharge?: ProviderCharge | undefined
  /** The payer has ended it: said of a token, which cannot be queried any more. */
  readonly isEnded?: boolean | undefined
}

/** The callbacks of one provider about mandates. */
export interface MandateCallbacks {
  readonly kind: RenewingKind
  readonly provider: WebhookEndpoint['provider']
  /** @returns undefined for a callback that is not about a mandate */
  readonly read: (body: Buffer) => MandateNotice | undefined
}

export interface AgreementsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly masterKey: Buffer
  readonly payments: Pick<Payments, 'charge' | 'recordProviderCharge' | 'isPaused'>
  /** The configured kinds. A kind without a provider is not offered. */
  readonly providers: readonly MandateProvider[]
  readonly callbacks: readonly MandateCallbacks[]
  /** What is renewed. Read on each call: it depends on agreements and is created later. */
  readonly owner: () => AgreementOwner
  /** Whether a payer may be returned to pages of this origin. */
  readonly isReturnOrigin: (origin: string) => boolean
}

/** The provider of an agreement; undefined when its kind is not configured, or it belongs to the sandbox and the provider does not. */
export const providerOf = (
  { providers }: Pick<AgreementsDeps, 'providers'>,
  { kind, sandbox }: Pick<StoredAgreement, 'kind' | 'sandbox'>,
): MandateProvider | undefined => providers.find((one) => one.kind === kind && one.sandbox === sandbox)

/** An agreement as its provider needs it, with what the provider gave. @throws for credentials of another key */
export function mandateOf({ masterKey }: Pick<AgreementsDeps, 'masterKey'>, agreement: StoredAgreement): Mandate {
  const { agreementId, providerReference, sealedCredentials } = agreement
  const key = deriveKey(masterKey, 'agreements')
  const credentials = sealedCredentials && openBytes(sealedCredentials, { key, rowId: agreementId }).toString()
  return { agreementId, providerReference, credentials }
}
