import { categoryList, mixProgramList, MIX_ROWS, type Category, type MixRow } from '#contract/categories.ts'
import { endpointUrl } from '#contract/endpoint.ts'
import { PAGE_SIZE, type Language } from '#contract/values.ts'
import { inLanguage } from '../cards/index.ts'
import type { CategoryRow, CategorySource } from './pages.model.ts'

/** Rows that are recommendations: `recommendType` 0 leaves them out of the tabs (PRODUCT section 8). */
const RECOMMENDED: readonly CategorySource[] = ['foryou', 'because']

/** Whether a row is a recommendation. */
export const isRecommended = ({ source }: Pick<CategoryRow, 'source'>): boolean => RECOMMENDED.includes(source)

/** SPEC section 7: 35, 25 for landscape lists, 10 for top lists. */
export const pageSizeOf = ({ showTopN, showLandscape }: Pick<CategoryRow, 'showTopN' | 'showLandscape'>): number =>
  showTopN ? PAGE_SIZE.top : showLandscape ? PAGE_SIZE.landscape : PAGE_SIZE.portrait

/** Where a category's titles are: a computed row of the whole house by its name, anything else by its id. */
export function detailUrl({ categoryId, source, programClassify }: CategoryRow): string {
  return isMixRow(source) && programClassify === 'mixed'
    ? `${endpointUrl(mixProgramList)}?row=${source}`
    : `${endpointUrl(categoryList)}?${new URLSearchParams({ categoryId })}`
}

const isMixRow = (source: CategorySource): source is MixRow => (MIX_ROWS as readonly string[]).includes(source)

/** A category as a reader of this language gets it. */
export const categoryOf = (row: CategoryRow, language: Language): Category => ({
  categoryId: row.categoryId,
  programClassify: row.programClassify,
  detailURL: detailUrl(row),
  title: inLanguage(row.title, language),
  subtitle: inLanguage(row.subtitle, language),
  showLandscape: row.showLandscape,
  showTopN: row.showTopN,
})
