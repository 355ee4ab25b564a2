import { tabBars } from '#contract/categories.ts'
import { type CardPage, type ProgramCard, revampDetail } from '#contract/programs.ts'
import { isContinueCarousel } from './continue-row.ts'
import { useVisitorProgress } from './visitor-watch-progress.ts'
import { type ResumePoint, resumeOf, visitorProgress, watchedPoint } from './watch-progress.rules.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { useCall, useFollow } from '#web/kit/use-call.ts'
import { pageSizeOf, TABS_INPUT } from '#web/viewer/cards/use-tabs.ts'

export function useContinuation(
  program: Pick<ProgramCard, 'programId' | 'programGuid' | 'programType'>,
): ResumePoint | undefined {
  const { programId, programType } = program
  const isMember = useSession().token !== undefined
  const stored = useVisitorProgress()
  const cards = useContinueCards(isMember)
  const progress = visitorProgress(isMember ? [] : stored, programId)
  const isSeries = programType === 'drama'
  // The episode after a finished one is known to the series only.
  const detail = useCall(revampDetail, { programId }, { enabled: isSeries && progress.last !== undefined })
  if (isMember) return watchedPoint(cards?.find((card) => card.programId === programId))
  const title = isSeries ? detail.data?.program : { ...program, dramaList: [] }
  return title && resumeOf(title, progress)
}

function useContinueCards(isWanted: boolean): CardPage['list'] | undefined {
  const tabs = useCall(tabBars, TABS_INPUT, { enabled: isWanted })
  const carousel = tabs.data?.tabList.flatMap((tab) => tab.data.categoryList).find(isContinueCarousel)
  const list = useFollow<CardPage>(
    carousel?.detailURL ?? '',
    { page: 1, pageSize: carousel ? pageSizeOf(carousel) : undefined },
    { enabled: isWanted && carousel !== undefined },
  )
  return list.data?.list
}
