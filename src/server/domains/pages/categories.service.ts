import type { Kysely } from 'kysely'
import type { Category, MixRow } from '#contract/categories.ts'
import { AppError } from '#contract/errors.ts'
import type { ProgramCard } from '#contract/programs.ts'
import type { Database } from '#server/kit/db.ts'
import type { Cards } from '../cards/index.ts'
import {
  type Catalogue,
  computedScopes,
  type FacetCounts,
  type ListRequest,
  type TitleScope,
} from '../catalogue/index.ts'
import type { Recommendations } from '../recommendations/index.ts'
import type { Viewer } from '../viewer.ts'
import type { CategoryRow } from './pages.model.ts'
import { editorScope, findCategory, findComputed } from './pages.repo.ts'
import { categoryOf, pageSizeOf } from './pages.rules.ts'

/** What categories are built from. */
export type CategoriesDeps = {
  db: Kysely<Database>
  catalogue: Catalogue
  cards: Cards
  recommendations: Pick<Recommendations, 'scope'>
}

/** A list as asked for; without a page size the category's own look decides. */
export type CategoryRequest = Omit<ListRequest, 'pageSize'> & { pageSize?: number | undefined }

/** One page of a category, dressed for a viewer. Facets are counts: the wire names their values. */
export type CategoryPage = {
  category: Category
  list: ProgramCard[]
  page: number
  pageSize: number
  total: number
  facets: FacetCounts
}

/** The editors' lists and the computed rows. */
export function createCategories({ db, catalogue, cards, recommendations }: CategoriesDeps) {
  return {
    /** One category. @throws NOT_FOUND */
    category: async (viewer: Viewer, categoryId: string, request: CategoryRequest): Promise<CategoryPage> =>
      fill(viewer, await findCategory(db, categoryId), request),

    /** A computed row of the whole house. What needs a history is empty for a viewer without one. */
    mix: async (viewer: Viewer, row: MixRow, request: CategoryRequest): Promise<CategoryPage> =>
      fill(viewer, await findComputed(db, row), request),
  }

  async function fill(
    viewer: Viewer,
    category: CategoryRow | undefined,
    request: CategoryRequest,
  ): Promise<CategoryPage> {
    if (!category) throw new AppError('NOT_FOUND')
    const pageSize = request.pageSize ?? pageSizeOf(category)
    const scope = scopeOf(category)
    const found = scope ? await catalogue.list(viewer, scope, { ...request, pageSize }) : nothing
    return {
      category: categoryOf(category, viewer.language),
      list: cards.dress(viewer, found.titles),
      page: request.page,
      pageSize,
      total: found.total,
      facets: found.facets,
    }
  }

  /** Which titles a category is made of; undefined for rows that a history fills. */
  function scopeOf({ categoryId, source, programClassify }: CategoryRow): TitleScope | undefined {
    if (source === 'continue' || source === 'because') return undefined
    if (source === 'list') return editorScope(categoryId)
    const classify = programClassify === 'mixed' ? undefined : programClassify
    return source === 'foryou' ? recommendations.scope(classify) : computedScopes[source](classify)
  }
}

const nothing = { titles: [], total: 0, facets: { genre: [], year: [], country: [], language: [], vodType: [] } }
