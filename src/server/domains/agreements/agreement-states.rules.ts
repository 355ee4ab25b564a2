import type { Language } from '#contract/languages.ts'
import type { Terminal } from '#contract/payments.ts'
import type { RenewingKind } from '#contract/plans.ts'

/**
 * MONEY "Agreements and subscriptions". `setup`: not approved yet. `ending`: no further charge; undone by its member, or to be ended at
 * the provider (`endingRequestedAt`).
 */
export const AGREEMENT_STATES = ['setup', 'active', 'ending', 'ended', 'revoked', 'abandoned'] as const
export type AgreementState = (typeof AGREEMENT_STATES)[number]

/** All but `cancelled`, `undone` and `endRequested` are reported by the provider. */
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

/** Other events change nothing: late, repeated and reordered reports are harmless. */
const TRANSITIONS: Readonly<Record<AgreementState, Partial<Readonly<Record<AgreementEvent, AgreementState>>>>> = {
  setup: { approved: 'active', abandoned: 'abandoned', endRequested: 'abandoned' },
  active: { cancelled: 'ending', endRequested: 'ending', revoked: 'revoked' },
  ending: { undone: 'active', revoked: 'revoked', ended: 'ended' },
  ended: {},
  revoked: {},
  abandoned: {},
}

/** @returns undefined when the event changes nothing */
export const nextState = (state: AgreementState, event: AgreementEvent): AgreementState | undefined =>
  TRANSITIONS[state][event]

type Instant = Temporal.Instant

export type AgreementFailure = 'DECLINED' | 'TRIAL_USED' | 'HAS_PLAN'

/** `pull`: we charge, by the payer's token. `push`: the provider charges, by its schedule. */
export type MandateMode = 'pull' | 'push'

/** Consent of a payer to the renewal of a plan. Amounts are integer cents. */
export interface Agreement {
  /** `merchantAgreementId` on the wire; at Antom the `authState`. */
  readonly agreementId: string
  /** Null once the account is erased. */
  readonly accountId: string | null
  readonly ordinal: number
  readonly kind: RenewingKind
  readonly mode: MandateMode
  readonly sandbox: boolean
  readonly state: AgreementState
  readonly planVersionId: string
  readonly amountCents: number
  readonly currency: string
  readonly name: Readonly<Record<Language, string>>
  readonly trial: boolean
  readonly byPartner: boolean
  readonly firstChargeAt: Instant
  /** The end of the trial, or else of the first charged month. */
  readonly firstCycleEndsAt: Instant
  readonly nextChargeAt: Instant | null
  readonly language: Language
  readonly terminal: Terminal
  readonly continueUrl: string
  readonly cancelUrl: string
  readonly providerReference: string | null
  readonly nextAction: MandateAction | null
  /** The provider's id of the payer, known once approved. */
  readonly payerReference: string | null
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly activatedAt: Instant | null
  /** To be ended at the provider; cannot be undone. */
  readonly endingRequestedAt: Instant | null
  readonly failure: AgreementFailure | null
}

export type ActiveAgreement = Agreement & { readonly accountId: string }

/** The next step of the payer's browser, until `expiresAt`. */
export interface MandateAction {
  readonly type: 'redirect' | 'qr' | 'app'
  readonly url: string
  readonly qrText?: string | undefined
}

export interface StoredAgreement extends Agreement {
  readonly sealedCredentials: Buffer | null
  readonly credentialsExpireAt: Instant | null
  /** push: requested, with an unknown result. */
  readonly pendingChange: 'suspend' | 'resume' | null
  /** Counts the beginnings and ends of changes: the answer to an earlier query is stale. */
  readonly changes: number
  readonly chargeFailedAt: Instant | null
  readonly endedAt: Instant | null
  readonly tries: number
  readonly queryDueAt: Instant | null
}
