import { getSubscribableMonthlyPlanWeb, type Plan } from '#contract/plans.ts'
import type { ProgramCard, Program } from '#contract/programs.ts'
import { useCall } from '#web/kit/use-call.ts'

/** The plan that this reader can subscribe to; undefined while unknown, and without one. */
export function usePlanOffer({ enabled = true }: { enabled?: boolean } = {}): Plan | undefined {
  const answer = useCall(getSubscribableMonthlyPlanWeb, {}, { enabled })
  return enabled ? answer.data?.planList.find(({ eligible, providers }) => eligible && providers.length > 0) : undefined
}

/** A title as its offers need it. Of a card that is on sale the offers are not known: it is rented. */
type OfferedTitle = Pick<ProgramCard, 'programId'> & Partial<Pick<Program, 'access' | 'offers'>>

/** What the play button of a title sells. */
export const buttonOffer = ({ access, offers }: OfferedTitle) =>
  access === 'buy' ? (offers?.[0]?.kind ?? 'rental') : undefined

/** The offer of the plan beside the one of the button. */
export const secondPlanOffer = ({ access, offers }: OfferedTitle) =>
  access === 'buy' ? offers?.slice(1).find(({ kind }) => kind === 'plan') : undefined
