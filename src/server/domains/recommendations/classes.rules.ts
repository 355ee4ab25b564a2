import { RESTRICTIONS, type Restriction } from '#contract/restrictions.ts'

/** Class III only from class III; otherwise at most one class above. */
export const mayRecommend = (shown: Restriction, from: Restriction): boolean =>
  shown === 'III' ? from === 'III' : RESTRICTIONS.indexOf(shown) <= RESTRICTIONS.indexOf(from) + 1

export const recommendedFrom = (from: Restriction): Restriction[] =>
  RESTRICTIONS.filter((shown) => mayRecommend(shown, from))
