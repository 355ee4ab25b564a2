import { PAGE_SIZE } from '#contract/paging.ts'
import * as endpoints from '#contract/recommendations.ts'
import { bind } from '../bind.ts'
import { toRecommended } from './titles.presenter.ts'
import { createViewerStateOverlays } from './viewer-state.ts'

const titleOf = <T>({ title }: { title: T }): T => title

export const recommendations = bind(endpoints, ({ cards, recommendations }) => ({
  similarRcmd: {
    handler: async (viewer, { programId, page, pageSize = PAGE_SIZE.portrait }) => {
      const { list, total } = await recommendations.similar(viewer, programId, { page, pageSize })
      const entries = toRecommended(list, cards.localize(viewer, list.map(titleOf)), viewer.language)
      return { list: entries.map((entry) => ({ ...entry.program, ...entry })), page, pageSize, total }
    },
    overlay: createViewerStateOverlays(cards).similar,
  },

  getRecommendation: {
    handler: async (viewer, { page, pageSize = PAGE_SIZE.portrait }, call) => {
      if (viewer.kind === 'member') call.isOwn()
      const { list, total } = await recommendations.forYou(viewer, { page, pageSize })
      const entries = toRecommended(list, cards.localize(viewer, list.map(titleOf)), viewer.language)
      return { list: entries, page, pageSize, total }
    },
    overlay: createViewerStateOverlays(cards).recommendations,
  },
}))
