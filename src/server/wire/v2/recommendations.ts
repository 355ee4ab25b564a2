import { getRecommendation, similarRcmd } from '#contract/programs.ts'
import { PAGE_SIZE } from '#contract/page-sizes.ts'
import type { Domains } from '../domains.ts'
import type { Handle } from '../handle.ts'
import { createViewerStateOverlays } from './viewer-state.ts'
import { formatReason } from './titles.presenter.ts'

/** Titles like another, and titles for this viewer. */
export const recommendations = (
  on: Handle,
  { cards, library, recommendations }: Pick<Domains, 'cards' | 'library' | 'recommendations'>,
) => {
  on(
    similarRcmd,
    async (viewer, { programId, page, pageSize = PAGE_SIZE.portrait }) => {
      const { titles, total } = await recommendations.similar(viewer, programId, { page, pageSize })
      return { list: cards.dress(viewer, titles), page, pageSize, total }
    },
    createViewerStateOverlays(library).list,
  )

  on(getRecommendation, async (viewer, { page, pageSize = PAGE_SIZE.portrait }) => {
    const { list, total } = await recommendations.forYou(viewer, { page, pageSize })
    const programs = cards.dress(
      viewer,
      list.map(({ title }) => title),
    )
    return {
      list: programs.map((program, n) => ({ program, reason: formatReason(list[n]?.reason, viewer.language) })),
      page,
      pageSize,
      total,
    }
  })
}
