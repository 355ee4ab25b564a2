import type { AgreementStatus } from './use-agreement.ts'

/**
 * What became of an agreement. `replaced`: it renews a plan that was there before, and has charged nothing yet; `planChanged`: another
 * one from the next cycle on. `returned`: it began nothing, and its provider may have charged, which is refunded.
 */
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
  | 'returned'
  | 'planChanged'

const FAILURES = { DECLINED: 'declined', TRIAL_USED: 'trialUsed', HAS_PLAN: 'hasPlan' } as const

export function outcomeOf({
  status,
  isTrial,
  amount,
  failure,
  returnsCharge,
  planId,
  subscription,
}: Pick<
  AgreementStatus,
  'status' | 'isTrial' | 'amount' | 'failure' | 'returnsCharge' | 'planId' | 'subscription'
>): AgreementOutcome {
  if (returnsCharge) return 'returned'
  if (status === 'paid')
    return isTrial ? 'trial' : amount > 0 ? 'paid' : isNext(planId, subscription) ? 'planChanged' : 'replaced'
  if (status === 'failed') return FAILURES[failure ?? 'DECLINED']
  return status
}

const isNext = (planId: string | undefined, subscription: AgreementStatus['subscription']): boolean =>
  planId !== undefined && subscription?.nextPlan?.planId === planId
