import * as endpoints from '#contract/promotions.ts'
import { bind } from '../bind.ts'
import { toCategoryRequest } from './categories.ts'
import { toFacetsResponse } from './titles.presenter.ts'
import { createViewerStateOverlays } from './viewer-state.ts'

export const promotions = bind(endpoints, ({ pages, cards }) => ({
  promoteCategory: {
    handler: async (viewer, { categoryId, adult, ...list }) => {
      const { isOwn: _, ...page } = await pages.promoted(viewer, { categoryId, adult }, toCategoryRequest(list))
      return { ...page, facets: toFacetsResponse(page.facets, viewer.language) }
    },
    overlay: createViewerStateOverlays(cards).list,
  },
}))
