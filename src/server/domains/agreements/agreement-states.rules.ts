import type { Language } from '#contract/languages.ts'
import type { Terminal } from '#contract/payments.ts'
import type { RenewingKind } from '#contract/plans.ts'

/**
 * The states of an agreement (MONEY "Agreements and subscriptions"). `setup`: the payer has not approved yet. `ending`: no further
 * charge; undone by its member, or to be ended at the provider (`endingRequestedAt`).
 */
export const AGREEMENT_STATES = ['setup', 'active', 'ending', 'ended', 'revoked', 'abandoned'] as const
export type AgreementState = (typeof AGREEMENT_STATES)[number]

/** What happens to an agreement. All but `cancelled`, `undone` and `endRequested` are said by the provider. */
export const AGREEMENT_EVENTS = [
  'approved',
  'abandoned',
  'cancelled',
  'undone',
  'endRequested',
  'revoked',
  'ended',
] as const
export type AgreementEvent = (typeof AGREEMENT_EVENTS)[number]

/** Events that are not listed change nothing: late, repeated and reordered reports are harmless. */
const TRANSITIONS: Readonly<Record<AgreementState, Partial<Readonly<Record<AgreementEvent, AgreementState>>>>> = {
  setup: { approved: 'active', abandoned: 'abandoned', endRequested: 'abandoned' },
  active: { cancelled: 'ending', endRequested: 'ending', revoked: 'revoked' },
  ending: { undone: 'active', revoked: 'revoked', ended: 'ended' },
  ended: {},
  revoked: {},
  abandoned: {},
}

/** @returns the next state; undefined when the event changes nothing */
export const nextState = (state: AgreementState, event: AgreementEvent): AgreementState | undefined =>
  TRANSITIONS[state][event]

type Instant = Temporal.Instant

/** Why an agreement never became active: its payer declined, or the owner refused it. */
export type AgreementFailure = 'DECLINED' | 'TRIAL_USED' | 'HAS_PLAN'

/** Who charges. `pull`: we do, by the payer's token. `push`: the provider does, by its schedule. */
export type MandateMode = 'pull' | 'push'

/** An agreement of a payer that a plan may be renewed at their expense. Amounts are integer cents. */
export interface Agreement {
  /** `merchantAgreementId` on the wire; at Antom the `authState`. */
  readonly agreementId: string
  /** Null once the account is erased. */
  readonly accountId: string | null
  readonly ordinal: number
  readonly kind: RenewingKind
  readonly mode: MandateMode
  /** Made with the provider sandbox. */
  readonly sandbox: boolean
  readonly state: AgreementState
  readonly planVersionId: string
  readonly amountCents: number
  readonly currency: string
  readonly name: Readonly<Record<Language, string>>
  /** The first cycle is free. */
  readonly trial: boolean
  /** Started by a call of the telecom partner whose customer the payer is. */
  readonly byPartner: boolean
  readonly firstChargeAt: Instant
  /** The end of what the trial, or else the first charge, gives. */
  readonly firstCycleEndsAt: Instant
  /** push: when its provider charges next, by its last word. */
  readonly nextChargeAt: Instant | null
  readonly language: Language
  readonly terminal: Terminal
  readonly continueUrl: string
  readonly cancelUrl: string
  /** The provider's id: PayPal's subscription. */
  readonly providerReference: string | null
  /** Where the payer approves it; only while `setup`. */
  readonly nextAction: MandateAction | null
  /** The provider's name of the payer, known once approved. */
  readonly payerReference: string | null
  readonly createdAt: Instant
  /** When an agreement that is not approved is abandoned. */
  readonly expiresAt: Instant
  readonly activatedAt: Instant | null
  /** Set: it is to be ended at the provider, and cannot be undone. */
  readonly endingRequestedAt: Instant | null
  readonly failure: AgreementFailure | null
}

/** An agreement of an account, as its owner is told of it. */
export type ActiveAgreement = Agreement & { readonly accountId: string }

/** What the payer's browser does next; it ends with the agreement's `expiresAt`. */
export interface MandateAction {
  readonly type: 'redirect' | 'qr' | 'app'
  readonly url: string
  readonly qrText?: string | undefined
}

/** An agreement with what only this domain needs. */
export interface StoredAgreement extends Agreement {
  readonly sealedCredentials: Buffer | null
  readonly credentialsExpireAt: Instant | null
  /** What the provider was asked for, with a result that we do not know (push). */
  readonly pendingChange: 'suspend' | 'resume' | null
  /** Counts the beginnings and ends of changes: an answer that was asked for before one of them says nothing of now. */
  readonly changes: number
  /** The last failed charge that the owner was told of (push). */
  readonly chargeFailedAt: Instant | null
  /** Ended at the provider. */
  readonly endedAt: Instant | null
  readonly tries: number
  readonly queryDueAt: Instant | null
}
