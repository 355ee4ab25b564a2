import { listHomeBanner } from '#contract/banners.ts'
import { categoryList, mixProgramList, tabBars, VOD_TYPE_ALIASES } from '#contract/categories.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { CategoryPage, CategoryRequest } from '#server/domains/pages/index.ts'
import type { Domains } from '../domains.ts'
import type { CallInfo, Handle } from '../handle.ts'
import { toBannerResponse } from './banners.presenter.ts'
import { createViewerStateOverlays } from './viewer-state.ts'
import { toFacetsResponse } from './titles.presenter.ts'

/** The tabs, the categories behind them, and the banners of home. */
export const pages = (on: Handle, { pages, library }: Pick<Domains, 'pages' | 'library'>) => {
  const marks = createViewerStateOverlays(library)

  on(tabBars, async (viewer, { recommendType }) => ({
    tabList: await pages.tabs(viewer, { recommended: recommendType === '1' }),
  }))

  on(
    categoryList,
    async (viewer, input, call) =>
      named(await pages.category(viewer, input.categoryId, requestOf(input)), viewer.language, call),
    marks.list,
  )

  on(
    mixProgramList,
    async (viewer, input, call) => named(await pages.mix(viewer, input.row, requestOf(input)), viewer.language, call),
    marks.list,
  )

  on(
    listHomeBanner,
    async (viewer, { place, tabId }) => {
      const banners = place === 'ad' ? await pages.ads(viewer) : await pages.billboard(viewer, tabId)
      return { data: { bannerList: banners.map((banner) => toBannerResponse(banner, viewer.language)) } }
    },
    marks.banners,
  )
}

function named({ isOwn, ...page }: CategoryPage, language: Language, call: CallInfo) {
  if (isOwn) call.isOwn()
  return { ...page, facets: toFacetsResponse(page.facets, language) }
}

type ListInput = Omit<ParsedInputOf<typeof categoryList>, 'categoryId'>

const requestOf = ({ page, pageSize, sort, genre, year, country, language, vodType }: ListInput): CategoryRequest => ({
  page,
  pageSize,
  sort,
  filters: { genre, year, country, language, vodType: vodType && VOD_TYPE_ALIASES[vodType] },
})
