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
