import { categoryList, mixProgramList, MIX_ROWS, type Category, type MixRow } from '#contract/categories.ts'
import { endpointUrl } from '#contract/endpoint.ts'
import { PAGE_SIZE } from '#contract/page-sizes.ts'
import type { Language } from '#contract/languages.ts'
import { inLanguage } from '../cards/index.ts'
import type { LocalizedText } from '../catalogue/index.ts'
import type { CategoryRow, CategorySource, TabRow } from './pages-model.ts'

/** Rows that are recommendations: `recommendType` 0 leaves them out of the tabs (PRODUCT section 8). */
const RECOMMENDED: readonly CategorySource[] = ['foryou', 'because']

/** Whether a row is a recommendation. */
export const isRecommended = ({ source }: Pick<CategoryRow, 'source'>): boolean => RECOMMENDED.includes(source)

/** SPEC section 7: 35, 25 for landscape lists, 10 for top lists. */
export const pageSizeOf = ({ showTopN, showLandscape }: Pick<CategoryRow, 'showTopN' | 'showLandscape'>): number =>
  showTopN ? PAGE_SIZE.top : showLandscape ? PAGE_SIZE.landscape : PAGE_SIZE.portrait

/** The address of a category's titles: by source for a computed category of all kinds, by id for any other. */
export function detailUrl({ categoryId, source, programClassify }: CategoryRow): string {
  return isMixRow(source) && programClassify === 'mixed'
    ? `${endpointUrl(mixProgramList)}?row=${source}`
    : `${endpointUrl(categoryList)}?${new URLSearchParams({ categoryId })}`
}

const isMixRow = (source: CategorySource): source is MixRow => (MIX_ROWS as readonly string[]).includes(source)

/** What a member's own rows go by. */
export type ProfileCategories = {
  rows: readonly CategoryRow[]
  /** There is something to go on with. */
  continues: boolean
  /** The title that was watched last. */
  because: LocalizedText | undefined
}

/** Nothing of one's own. */
export const NO_PROFILE_CATEGORIES: ProfileCategories = { rows: [], continues: false, because: undefined }

/**
 * The rows of a tab with the member's own: on home, what to go on with comes first, and what was watched leads to more at its
 * end, unless an editor has given them a place. A row that would be empty does not stand.
 */
export function withProfileCategories(
  { tabId, rows }: TabRow,
  own: ProfileCategories & { homeId: string | undefined },
): CategoryRow[] {
  const stands = ({ source }: CategoryRow) =>
    (source !== 'continue' || own.continues) && (source !== 'because' || own.because !== undefined)
  const added = (source: CategorySource) =>
    tabId === own.homeId && !rows.some((row) => row.source === source)
      ? own.rows.filter((row) => row.source === source)
      : []
  return [...added('continue'), ...rows, ...added('because')].filter(stands)
}

/** A category as a reader of this language gets it; `about` is the title that a row goes by. */
export const categoryOf = (row: CategoryRow, language: Language, about?: LocalizedText): Category => ({
  categoryId: row.categoryId,
  programClassify: row.programClassify,
  detailURL: detailUrl(row),
  title: row.source === 'because' && about ? becauseTitle(row.title, about, language) : inLanguage(row.title, language),
  subtitle: inLanguage(row.subtitle, language),
  showLandscape: row.showLandscape,
  showTopN: row.showTopN,
})

/** 因為你看過《夜渡》, Because you watched Night Crossing. */
const becauseTitle = (title: LocalizedText, about: LocalizedText, language: Language): string =>
  language === 'zh_HK' ? `${title.zh}《${about.zh}》` : `${title.en} ${about.en}`
