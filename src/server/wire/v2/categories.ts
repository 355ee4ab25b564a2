import * as endpoints from '#contract/categories.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { CategoryPage, CategoryRequest } from '#server/domains/pages/index.ts'
import { bind } from '../bind.ts'
import type { CallInfo } from '../handle.ts'
import { toFacetsResponse } from './titles.presenter.ts'
import { createViewerStateOverlays } from './viewer-state.ts'

export const categories = bind(endpoints, ({ pages, cards }) => {
  const overlay = createViewerStateOverlays(cards).list
  return {
    tabBars: async (viewer, { recommendType }) => ({
      tabList: await pages.tabs(viewer, { recommended: recommendType === '1' }),
    }),

    categoryList: {
      handler: async (viewer, input, call) =>
        toCategoryResponse(
          await pages.category(viewer, input.categoryId, toCategoryRequest(input)),
          viewer.language,
          call,
        ),
      overlay,
    },

    mixProgramList: {
      handler: async (viewer, input, call) =>
        toCategoryResponse(await pages.mix(viewer, input.row, toCategoryRequest(input)), viewer.language, call),
      overlay,
    },
  }
})

/** Shared by members unless the page is one profile's own. */
function toCategoryResponse({ isOwn, ...page }: CategoryPage, language: Language, call: CallInfo) {
  if (isOwn) call.isOwn()
  return { ...page, facets: toFacetsResponse(page.facets, language) }
}

export type ListInput = Omit<ParsedInputOf<typeof endpoints.categoryList>, 'categoryId'>

export const toCategoryRequest = (input: ListInput): CategoryRequest => {
  const { page, pageSize, sort, vodType, ...rest } = input
  const { genre, year, country, language, restriction, runningTime } = rest
  const filters = {
    genre,
    year,
    country,
    language,
    restriction,
    runningTime,
    vodType: vodType && endpoints.VOD_TYPE_ALIASES[vodType],
  }
  return { page, pageSize, sort, filters }
}
