import { mixProgramList } from '#contract/categories.ts'
import { useCall } from '#web/kit/use-call.ts'

/** As many as the widest backdrop shows. */
const POSTERS = 7
/** Class III titles are left out: nothing beside the posters says what they are. */
const FETCHED = 12

export const usePosters = (): readonly string[] =>
  (useCall(mixProgramList, { row: 'top', page: 1, pageSize: FETCHED }).data?.list ?? [])
    .filter(({ restriction, keyartImageURL }) => restriction !== 'III' && keyartImageURL !== '')
    .slice(0, POSTERS)
    .map(({ keyartImageURL }) => keyartImageURL)
