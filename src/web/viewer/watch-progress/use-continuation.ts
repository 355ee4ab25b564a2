import { tabBars } from '#contract/categories.ts'
import { type CardPage, type ProgramCard, revampDetail } from '#contract/programs.ts'
import { isContinueCarousel } from './continue-row.ts'
import { useVisitorProgress } from './visitor-watch-progress.ts'
import { type ResumePoint, resumeOf, visitorProgress, watchedPoint } from './watch-progress.rules.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { useCall, useFollow } from '#web/kit/use-call.ts'
import { pageSizeOf, TABS_INPUT } from '#web/viewer/cards/use-tabs.ts'

/**
 * Where to go on with a title that only its card is known of; undefined: from its beginning. A member's comes from home's row of what to go on with, which is
 * asked for once and kept with every place that is told; a visitor's from what this browser remembers.
 */
export function useContinuation(
  program: Pick<ProgramCard, 'programId' | 'programGuid' | 'programType'>,
): ResumePoint | undefined {
  const { programId, programType } = program
  const isMember = useSession().token !== undefined
  const places = useVisitorProgress()
  const row = useContinueRow(isMember)
  const progress = visitorProgress(isMember ? [] : places, programId)
  const isSeries = programType === 'drama'
  // Which episode comes after one that was seen to its end, only the series itself knows.
  const detail = useCall(revampDetail, { programId }, { enabled: isSeries && progress.last !== undefined })
  if (isMember) return watchedPoint(row?.find((card) => card.programId === programId))
  const title = isSeries ? detail.data?.program : { ...program, dramaList: [] }
  return title && resumeOf(title, progress)
}

/** The cards of the row, as home asks for them; undefined while there are none. */
function useContinueRow(isWanted: boolean): CardPage['list'] | undefined {
  const tabs = useCall(tabBars, TABS_INPUT, { enabled: isWanted })
  const row = tabs.data?.tabList.flatMap((tab) => tab.data.categoryList).find(isContinueCarousel)
  const list = useFollow<CardPage>(
    row?.detailURL ?? '',
    { page: 1, pageSize: row ? pageSizeOf(row) : undefined },
    { enabled: isWanted && row !== undefined },
  )
  return list.data?.list
}
