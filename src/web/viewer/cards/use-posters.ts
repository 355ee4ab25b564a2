import { mixProgramList } from '#contract/categories.ts'
import { useCall } from '#web/kit/use-call.ts'

/** As many as the widest backdrop shows. */
const POSTERS = 7

/** Addresses of the posters of popular titles, for decoration; none until they are known. */
export const usePosters = (): readonly string[] =>
  useCall(mixProgramList, { row: 'top', page: 1, pageSize: POSTERS }).data?.list.map(
    ({ keyartImageURL }) => keyartImageURL,
  ) ?? []
