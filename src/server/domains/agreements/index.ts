/**
 * Agreements: mandates by which a payer lets a plan be renewed, their providers, and the charges under them.
 * Owns the tables agreement, agreement_catalogue. The state of an agreement moves only on a verified callback, our own query, or its
 * member. Does not know what it renews: an owner hears of it in the agreement's transaction.
 */
export type { AgreementState } from './agreement-states.rules.ts'
export type { ActiveAgreement, Agreement, AgreementFailure, MandateAction, MandateMode } from './agreements-model.ts'
export { hasLiveAgreements } from './agreement-work.repo.ts'
export { createAgreements } from './agreements.service.ts'
export type { AgreementsDeps } from './agreements-deps.ts'
export type {
  AbandonedEnding,
  AgreementOwner,
  AgreementRequest,
  Agreements,
  AgreementTerms,
  Charge,
  ChargeReport,
  Credentials,
  MandateCode,
  Mandate,
  MandateCallbacks,
  MandateCreation,
  MandateNotice,
  MandateProvider,
  MandateReport,
  NewMandate,
  ProviderCatalogue,
  PullProvider,
  PushProvider,
  ProviderCharge,
} from './ports.ts'
