import type { AgreementStatus } from './use-agreement.ts'

/** What became of an agreement. `replaced`: it renews a plan that was there before, and has charged nothing yet. */
export type AgreementOutcome =
  | 'pending'
  | 'trial'
  | 'paid'
  | 'replaced'
  | 'declined'
  | 'trialUsed'
  | 'hasPlan'
  | 'expired'
  | 'refunded'

const FAILURES = { DECLINED: 'declined', TRIAL_USED: 'trialUsed', HAS_PLAN: 'hasPlan' } as const

export function outcomeOf({
  status,
  isTrial,
  amount,
  failure,
}: Pick<AgreementStatus, 'status' | 'isTrial' | 'amount' | 'failure'>): AgreementOutcome {
  if (status === 'paid') return isTrial ? 'trial' : amount > 0 ? 'paid' : 'replaced'
  if (status === 'failed') return FAILURES[failure ?? 'DECLINED']
  return status
}
