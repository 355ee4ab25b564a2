import { VOD_TYPE_ALIASES } from '#contract/categories.ts'
import { PAGE_SIZE } from '#contract/page-sizes.ts'
import * as endpoints from '#contract/search.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'
import { toSceneList, toSuggestList } from './search.presenter.ts'
import { toFacetsResponse } from './titles.presenter.ts'
import { createViewerStateOverlays } from './viewer-state.ts'

/** Search, and what was searched for. */
export const search = bind(endpoints, ({ cards, search: domain }) => {
  const overlay = createViewerStateOverlays(cards).list
  return {
    searchSuggest: async (viewer, { title }) => ({
      suggestList: toSuggestList(await domain.suggest(viewer, title), {
        language: viewer.language,
        imageUrl: cards.imageUrl,
      }),
    }),

    search: {
      handler: async (viewer, { keyword, personId, page, pageSize = PAGE_SIZE.portrait, sort, ...given }, call) => {
        // Scenes depend on the member's parental code (domain search).
        if (viewer.kind === 'member') call.isOwn()
        const { language } = viewer
        const filters = { ...given, vodType: given.vodType && VOD_TYPE_ALIASES[given.vodType] }
        const request = { keyword, personId, page, pageSize, sort, filters }
        const found = await domain.search(viewer, request, call.address)
        return {
          list: cards.localize(viewer, found.titles),
          page,
          pageSize,
          total: found.total,
          facets: toFacetsResponse(found.facets, language),
          didYouMean: found.didYouMean,
          person: found.person && (language === 'zh_HK' ? found.person.zh : found.person.en),
          scenes: toSceneList(found.scenes, language),
        }
      },
      overlay,
    },

    popularSearches: {
      handler: async (viewer, { pageSize = PAGE_SIZE.top }) => ({
        list: cards.localize(viewer, await domain.popular(viewer, pageSize)),
      }),
      overlay,
    },

    recentSearches: async (viewer) => ({
      list: (await domain.recent.list(viewer)).map(({ keyword, searchedAt }) => ({
        keyword,
        searchedAt: wireInstant(searchedAt),
      })),
    }),

    createRecentSearch: async (viewer, { keyword }) => {
      await domain.recent.create(viewer, keyword)
      return {}
    },

    clearRecentSearches: async (viewer, { keyword }) => {
      await domain.recent.clear(viewer, keyword)
      return {}
    },
  }
})
