import type { Category, MixRow } from '#contract/categories.ts'
import { AppError } from '#contract/errors.ts'
import type { WatchedCard } from '#contract/programs.ts'
import type { ProgramCard } from '#contract/programs.ts'
import { type Cards, inLanguage } from '../cards/index.ts'
import {
  computedScopes,
  noFacets,
  type FacetCounts,
  type ListRequest,
  type RankedScope,
  type TitleCard,
  type TitlePage,
  type TitleScope,
  type LocalizedText,
} from '../catalogue/index.ts'
import { continuationOf, inProfile, type WatchedNote } from '../library/index.ts'
import type { Viewer } from '../viewer.ts'
import type { CategoryRow, CategorySource, PageSource, PromotionRow } from './pages-model.ts'
import type { SourcedDeps } from './ports.ts'
import { categoryOf, pageSizeOf } from './pages.rules.ts'
import type { Language } from '#contract/languages.ts'
import type { PromotionBanner } from '#contract/promotions.ts'

/** The category's display decides a missing page size. */
export type CategoryRequest = Omit<ListRequest, 'pageSize'> & { pageSize?: number | undefined }

export type CategoryPage = {
  category: Category
  list: (ProgramCard | WatchedCard)[]
  page: number
  pageSize: number
  total: number
  facets: FacetCounts
  /** Depends on the viewer's profile. */
  isOwn: boolean
}

const OWN_SOURCES: ReadonlySet<CategorySource> = new Set(['continue', 'foryou', 'because'])

/** Determines titles and page size. */
type Look = Pick<CategoryRow, 'categoryId' | 'source' | 'programClassify' | 'showLandscape' | 'showTopN'>

/** `about`: the title in the category's name. */
type Found = TitlePage & { pageSize: number; about: LocalizedText | undefined }

/** `adult` requires the parental code for any collection. */
type PromotionQuery = { categoryId: string; adult: boolean }

type PromotionPage = CategoryPage & { banner: PromotionBanner }

export function createCategories({ catalogue, cards, library, recommendations, images, sourceOf }: SourcedDeps) {
  /** Last known published rows, only to read titles speculatively. */
  const seen = new Map<string, Look>()

  return {
    /** Categories without kids titles do not exist for kids profiles. @throws NOT_FOUND */
    category: async (viewer: Viewer, categoryId: string, request: CategoryRequest): Promise<CategoryPage> => {
      const source = await sourceOf(viewer)
      const estimate = looksOf(viewer).get(categoryId) ?? lookOf(categoryId, 'list')
      const find = async () => unlessAdult(await source.category(categoryId))
      const { look, ...page } = await fill(viewer, request, { source, estimate, find })
      if (viewer.kids && page.total === 0 && !(await hasAny(viewer, source, look))) throw new AppError('NOT_FOUND')
      return page
    },

    /** Empty for a viewer without the history that it needs. */
    mix: async (viewer: Viewer, row: MixRow, request: CategoryRequest): Promise<CategoryPage> => {
      const source = await sourceOf(viewer)
      const estimate = [...looksOf(viewer).values()].find((each) => isMix(each, row)) ?? lookOf(row, row)
      const { look: _, ...page } = await fill(viewer, request, { source, estimate, find: () => source.computed(row) })
      return page
    },

    promoted,
  }

  /** Of a preview none: its rows may be drafts. */
  function looksOf({ preview }: Viewer): Map<string, Look> {
    return preview ? new Map() : seen
  }

  type Wanted = { source: PageSource; estimate: Look; find: () => Promise<CategoryRow | undefined> }

  /** Reads titles concurrently with the category, and again if it has changed. */
  async function fill(
    viewer: Viewer,
    request: CategoryRequest,
    { source, estimate, find }: Wanted,
  ): Promise<CategoryPage & { look: Look }> {
    const read = (look: Look) => titlesOf(viewer, request, { source, look })
    const [category, estimated] = await Promise.all([find(), read(estimate)])
    if (!category) throw new AppError('NOT_FOUND')
    looksOf(viewer).set(category.categoryId, category)
    const found = isSame(category, estimate) ? estimated : await read(category)
    return {
      look: category,
      category: categoryOf(category, viewer.language, found.about),
      list: localize(cards, viewer, { category, titles: found.titles }),
      page: request.page,
      pageSize: found.pageSize,
      total: found.total,
      facets: found.facets,
      isOwn: OWN_SOURCES.has(category.source),
    }
  }

  /** Adult collections require an unlocked session. @throws NOT_FOUND, LOGIN_REQUIRED, PARENTAL_CODE_REQUIRED */
  async function promoted(
    viewer: Viewer,
    { categoryId, adult }: PromotionQuery,
    request: CategoryRequest,
  ): Promise<PromotionPage> {
    const source = await sourceOf(viewer)
    const [category, promotion] = await Promise.all([source.category(categoryId), source.promotion(categoryId)])
    if (!category || !promotion) throw new AppError('NOT_FOUND')
    if (adult || category.promotion === 'adult') requireUnlocked(viewer)
    const { look: _, ...page } = await fill(viewer, request, { source, estimate: category, find: async () => category })
    return { ...page, banner: await bannerOf(promotion, page.list[0], viewer.language) }
  }

  async function bannerOf(
    promotion: PromotionRow,
    first: ProgramCard | undefined,
    language: Language,
  ): Promise<PromotionBanner> {
    const { image, imagePortrait, focus, focusPortrait, text } = promotion
    const bannerImage = image ? cards.imageUrl(image) : (first?.artImageURL ?? '')
    return {
      bannerImage,
      bannerImagePortrait: imagePortrait ? cards.imageUrl(imagePortrait) : '',
      bannerPreview: (await images.previews([bannerImage])).get(bannerImage) || undefined,
      focus,
      focusPortrait,
      text: inLanguage(text, language),
    }
  }

  /** Regardless of filters. */
  async function hasAny(viewer: Viewer, source: PageSource, look: Look): Promise<boolean> {
    if (look.source === 'continue' || look.source === 'because') return true
    const scope = scopeOf(viewer, source, look)
    return scope === undefined || (await catalogue.first(viewer, scope, 1)).length > 0
  }

  async function titlesOf(
    viewer: Viewer,
    request: CategoryRequest,
    { source, look }: { source: PageSource; look: Look },
  ): Promise<Found> {
    const pageSize = request.pageSize ?? pageSizeOf(look)
    const scope = scopeOf(viewer, source, look)
    const [found, about] = await Promise.all([
      scope ? catalogue.list(viewer, scope, { ...request, pageSize }) : nothing,
      look.source === 'because' ? recommendations.becauseName(viewer) : undefined,
    ])
    return { ...found, pageSize, about }
  }

  /** Undefined where a required history is missing. */
  function scopeOf(
    viewer: Viewer,
    pages: PageSource,
    { categoryId, source, programClassify }: Look,
  ): TitleScope | RankedScope | undefined {
    const classify = programClassify === 'mixed' ? undefined : programClassify
    switch (source) {
      case 'list':
        return pages.editorScope(categoryId)
      case 'continue':
        return hasProfile(viewer) ? library.history.continueScope(inProfile(viewer)) : undefined
      case 'because':
        return recommendations.because(viewer)
      case 'foryou':
        return recommendations.scope(viewer, classify)
      default:
        return computedScopes[source](classify)
    }
  }
}

type Shown = { category: Look; titles: readonly TitleCard[] }

function localize(cards: Cards, viewer: Viewer, { category, titles }: Shown): CategoryPage['list'] {
  if (category.source !== 'continue') return cards.localize(viewer, titles)
  const list = titles.map((title) => ({ title, watched: continuationOf(title.note as WatchedNote) }))
  return cards.localizeWatched(viewer, list)
}

/** Adult collections open as promotions only. */
const unlessAdult = (category: CategoryRow | undefined) => (category?.promotion === 'adult' ? undefined : category)

const hasProfile = (viewer: Viewer): boolean => viewer.kind === 'member' && viewer.profileId !== undefined

const lookOf = (categoryId: string, source: CategorySource): Look => ({
  categoryId,
  source,
  programClassify: 'mixed',
  showLandscape: false,
  showTopN: false,
})

const isMix = ({ source, programClassify }: Look, row: MixRow): boolean => source === row && programClassify === 'mixed'

const isSame = (one: Look, other: Look): boolean =>
  one.categoryId === other.categoryId &&
  one.source === other.source &&
  one.programClassify === other.programClassify &&
  pageSizeOf(one) === pageSizeOf(other)

const nothing = { titles: [], total: 0, facets: noFacets() }

/** @throws LOGIN_REQUIRED, PARENTAL_CODE_REQUIRED */
function requireUnlocked(viewer: Viewer): void {
  if (viewer.kind !== 'member') throw new AppError('LOGIN_REQUIRED')
  if (!viewer.unlocked) throw new AppError('PARENTAL_CODE_REQUIRED')
}
