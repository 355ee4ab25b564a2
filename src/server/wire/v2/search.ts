import { VOD_TYPE_ALIASES } from '#contract/categories.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import * as endpoints from '#contract/search.ts'
import type { Scene, Suggestion } from '#contract/search.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'
import { toFacetsResponse } from './titles.presenter.ts'
import { createViewerStateOverlays } from './viewer-state.ts'
import type { Language } from '#contract/languages.ts'
import type { SearchPage, Suggestions } from '#server/domains/search/index.ts'
import { titles as en } from '#text/en_US/titles.ts'
import { titles as zh } from '#text/zh_HK/titles.ts'

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

type ToImageUrl = (key: string) => string

type Localized = { zh: string; en: string }

const textsOf = ({ zh, en }: Localized, language: Language): { text: string; otherText: string } =>
  language === 'zh_HK' ? { text: zh, otherText: en } : { text: en, otherText: zh }

function toSuggestList(
  { titles, people, genres }: Suggestions,
  { language, imageUrl }: { language: Language; imageUrl: ToImageUrl },
): Suggestion[] {
  return [
    ...titles.map(({ title, match, programId, programType, image, restriction, releaseYear }) => ({
      kind: 'title' as const,
      ...textsOf(title, language),
      ...match,
      programId,
      programType,
      imageURL: imageUrl(image),
      restriction,
      releaseYear,
    })),
    ...people.map(({ name, match, personId, titles: count, directs }) => ({
      kind: 'person' as const,
      ...textsOf(name, language),
      ...match,
      personId,
      titles: count,
      directs,
    })),
    ...genres.map(({ genre, match }) => ({
      kind: 'genre' as const,
      ...textsOf({ zh: zh.genres[genre], en: en.genres[genre] }, language),
      ...match,
      genre,
    })),
  ]
}

/** A film's have no season and episode. */
const toSceneList = (scenes: SearchPage['scenes'], language: Language): Scene[] =>
  scenes.map(({ title, season, episode, ...scene }) => ({
    ...scene,
    title: textsOf(title, language).text,
    ...(episode > 0 && { season, episode }),
  }))
