import { categoryList, mixProgramList, MIX_ROWS, type Category, type MixRow } from '#contract/categories.ts'
import { endpointUrl } from '#contract/endpoint.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import type { Language } from '#contract/languages.ts'
import { inLanguage } from '../cards/index.ts'
import type { LocalizedText } from '../catalogue/index.ts'
import type { CategoryRow, CategorySource, TabRow } from './pages-model.ts'

/** `recommendType` 0 omits them (PRODUCT section 8). */
const RECOMMENDED: readonly CategorySource[] = ['foryou', 'because']

export const isRecommended = ({ source }: Pick<CategoryRow, 'source'>): boolean => RECOMMENDED.includes(source)

/** SPEC section 7: 35, 25 for landscape lists, 10 for top lists. */
export const pageSizeOf = ({ showTopN, showLandscape }: Pick<CategoryRow, 'showTopN' | 'showLandscape'>): number =>
  showTopN ? PAGE_SIZE.top : showLandscape ? PAGE_SIZE.landscape : PAGE_SIZE.portrait

/** By source for a computed category of mixed titles, else by id. */
export function detailUrl({ categoryId, source, programClassify }: CategoryRow): string {
  return isMixRow(source) && programClassify === 'mixed'
    ? `${endpointUrl(mixProgramList)}?row=${source}`
    : `${endpointUrl(categoryList)}?${new URLSearchParams({ categoryId })}`
}

const isMixRow = (source: CategorySource): source is MixRow => (MIX_ROWS as readonly string[]).includes(source)

export type ProfileCategories = {
  rows: readonly CategoryRow[]
  continues: boolean
  /** The title watched last. */
  because: LocalizedText | undefined
}

export const NO_PROFILE_CATEGORIES: ProfileCategories = { rows: [], continues: false, because: undefined }

/** On home, `continue` is first and `because` last unless an editor placed them. Empty carousels are omitted. */
export function withProfileCategories(
  { tabId, rows }: TabRow,
  own: ProfileCategories & { homeId: string | undefined },
): CategoryRow[] {
  const hasTitles = ({ source }: CategoryRow) =>
    (source !== 'continue' || own.continues) && (source !== 'because' || own.because !== undefined)
  const added = (source: CategorySource) =>
    tabId === own.homeId && !rows.some((row) => row.source === source)
      ? own.rows.filter((row) => row.source === source)
      : []
  return [...added('continue'), ...rows, ...added('because')].filter(hasTitles)
}

/** `about`: the title that a `because` carousel is based on. */
export const categoryOf = (row: CategoryRow, language: Language, about?: LocalizedText): Category => ({
  categoryId: row.categoryId,
  programClassify: row.programClassify,
  detailURL: detailUrl(row),
  title: row.source === 'because' && about ? becauseTitle(row.title, about, language) : inLanguage(row.title, language),
  subtitle: inLanguage(row.subtitle, language),
  showLandscape: row.showLandscape,
  showTopN: row.showTopN,
  promotion: row.promotion,
})

/** Because you watched Night Crossing */
const becauseTitle = (title: LocalizedText, about: LocalizedText, language: Language): string =>
  language === 'zh_HK' ? `${title.zh}《${about.zh}》` : `${title.en} ${about.en}`
