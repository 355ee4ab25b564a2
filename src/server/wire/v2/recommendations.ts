import { PAGE_SIZE } from '#contract/page-sizes.ts'
import * as endpoints from '#contract/recommendations.ts'
import { bind } from '../bind.ts'
import { formatReason } from './titles.presenter.ts'
import { createViewerStateOverlays } from './viewer-state.ts'

/** Similar titles, and recommended titles. */
export const recommendations = bind(endpoints, ({ cards, recommendations }) => ({
  similarRcmd: {
    handler: async (viewer, { programId, page, pageSize = PAGE_SIZE.portrait }) => {
      const { titles, total } = await recommendations.similar(viewer, programId, { page, pageSize })
      return { list: cards.localize(viewer, titles), page, pageSize, total }
    },
    overlay: createViewerStateOverlays(cards).list,
  },

  getRecommendation: {
    handler: async (viewer, { page, pageSize = PAGE_SIZE.portrait }, call) => {
      if (viewer.kind === 'member') call.isOwn()
      const { list, total } = await recommendations.forYou(viewer, { page, pageSize })
      const titles = list.map(({ title }) => title)
      const programs = cards.localize(viewer, titles)
      return {
        list: programs.map((program, n) => ({ program, reason: formatReason(list[n]?.reason, viewer.language) })),
        page,
        pageSize,
        total,
      }
    },
    overlay: createViewerStateOverlays(cards).recommendations,
  },
}))
