import { idOfItem } from '#contract/admin/page-changes.ts'
import {
  type PageBanner,
  type PageCategory,
  type PageContent,
  type PageIssue,
  type PageTab,
  SITE_PAGE,
} from '#contract/admin/pages.ts'
import { bannerAddress } from '#contract/banners.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { contentOf, type StoredPages } from './page-content.rules.ts'

/** What a page is checked against besides its own content. */
export interface PageSurroundings {
  readonly scope: string
  readonly pages: StoredPages
  /** Of the ids that the content names: those that exist, and whether viewers may see them. */
  readonly titles: ReadonlyMap<string, { readonly isPublished: boolean }>
  /** Hashes. */
  readonly images: ReadonlySet<string>
  readonly goods: ReadonlySet<string>
  readonly now: Temporal.Instant
}

/** Viewers open the site there. */
const HOME_TAB = '1'

type Code = PageIssue['code']

const blocks = (field: string, code: Code, about?: string): PageIssue => ({
  field,
  code,
  ...(about !== undefined && { about }),
  blocks: true,
})
const tells = (field: string, code: Code, about?: string): PageIssue => ({
  ...blocks(field, code, about),
  blocks: false,
})
const when = (is: boolean, issue: () => PageIssue): PageIssue[] => (is ? [issue()] : [])

export function pageIssues(content: PageContent, around: PageSurroundings): PageIssue[] {
  const stored = contentOf(around.pages, around.scope)
  return [
    ...tabIssues(content, around),
    ...content.categories.flatMap((category, at) => [
      ...when(isRepeated(content.categories, at), () => blocks(fieldOf('categories', category), 'LIST_TWICE')),
      ...categoryIssues(category, stored, around),
    ]),
    ...goneIssues(content, stored, around),
    ...content.banners.flatMap((banner, at) => [
      ...when(isRepeated(content.banners, at), () => blocks(fieldOf('banners', banner), 'BANNER_TWICE')),
      ...bannerIssues(banner, content, around),
    ]),
  ]
}

const fieldOf = (part: string, item: PageTab | PageCategory | PageBanner, field?: string): string =>
  [part, idOfItem(item), field].filter((name) => name !== undefined).join('/')

const isRepeated = (items: readonly (PageTab | PageCategory | PageBanner)[], at: number): boolean =>
  items.findIndex((other) => idOfItem(other) === idOfItem(items[at]!)) < at

function tabIssues({ tabs }: PageContent, { scope, pages }: PageSurroundings): PageIssue[] {
  if (scope !== SITE_PAGE) return when(tabs.length > 0, () => blocks('tabs', 'TAB_MISPLACED'))
  const kept = new Set(tabs.map(({ tabId }) => tabId))
  const removed = pages.tabs.filter(({ tabId }) => !kept.has(tabId))
  return [
    ...tabs.flatMap((tab, at) => {
      const stored = pages.tabs.find(({ tabId }) => tabId === tab.tabId)
      const field = fieldOf('tabs', tab)
      const mustShow = tab.tabId === HOME_TAB || stored?.kids === true
      return [
        ...nameIssues(`${field}/name`, tab.name, 'TAB_NAME_NEEDED'),
        ...when(isRepeated(tabs, at) || tab.tabId === SITE_PAGE, () => blocks(field, 'TAB_TWICE')),
        ...when(mustShow && !tab.isShown, () => blocks(`${field}/isShown`, 'TAB_NOT_HIDDEN')),
        ...when(tab.type !== (stored?.type ?? 'rolling'), () => blocks(`${field}/type`, 'TAB_CHANGED')),
      ]
    }),
    ...removed.flatMap((tab) => {
      const { categories, banners } = contentOf(pages, tab.tabId)!
      const isEmpty = categories.length === 0 && banners.length === 0
      return [
        // The site has screens for these; others were added here.
        ...when(tab.type !== 'rolling', () => blocks(fieldOf('tabs', tab), 'TAB_NEEDED', tab.name.zh_HK)),
        ...when(!isEmpty, () => blocks(fieldOf('tabs', tab), 'TAB_NOT_EMPTY', tab.name.zh_HK)),
      ]
    }),
  ]
}

const nameIssues = (field: string, name: PageTab['name'], code: Code): PageIssue[] =>
  LANGUAGES.flatMap((language) => when(name[language].trim() === '', () => blocks(field, code, language)))

function categoryIssues(
  category: PageCategory,
  stored: PageContent | undefined,
  { scope, pages, titles, images }: PageSurroundings,
): PageIssue[] {
  const { categoryId, source, programClassify, title, programIds, promotion } = category
  const at = (field?: string) => fieldOf('categories', category, field)
  const known = pages.categories.get(categoryId)
  const isOfPage = stored?.categories.some((other) => other.categoryId === categoryId) === true
  const computes = ({ source: other, programClassify: kind, categoryId: id }: PageCategory) =>
    source !== 'list' && other === source && kind === 'mixed' && programClassify === 'mixed' && id !== categoryId
  const unknown = programIds.find((id) => !titles.has(id))
  const hidden = programIds.filter((id) => titles.get(id)?.isPublished === false)
  const twice = programIds.find((id, index) => programIds.indexOf(id) !== index)
  return [
    ...nameIssues(at('title'), title, 'LIST_NAME_NEEDED'),
    // On this page its version is the page's.
    ...when(known !== undefined && !isOfPage && known.version !== category.version, () =>
      blocks(at(), category.version === 0 ? 'LIST_TAKEN' : 'LIST_CHANGED'),
    ),
    ...when([...pages.categories.values()].some(computes), () => blocks(at('source'), 'SOURCE_TAKEN')),
    ...when(isComputed(known) && (known!.source !== source || programClassify !== 'mixed'), () =>
      blocks(at('source'), 'LIST_COMPUTED'),
    ),
    ...when(unknown !== undefined, () => blocks(at('programIds'), 'TITLE_UNKNOWN', unknown)),
    ...when(twice !== undefined, () => blocks(at('programIds'), 'TITLE_TWICE', twice)),
    ...(promotion ? imageIssues(at('promotion'), promotion, images) : []),
    ...when(source === 'list' && programIds.length === 0, () => tells(at('programIds'), 'LIST_EMPTY')),
    ...when(hidden.length > 0, () => tells(at('programIds'), 'TITLE_HIDDEN', hidden[0])),
    ...when(scope !== SITE_PAGE && promotion?.adult === true, () => tells(at('promotion'), 'LIST_ADULT')),
  ]
}

/** Of each source one that covers all kinds has an address of its own. */
const isComputed = (category: PageCategory | undefined): boolean =>
  category !== undefined && category.source !== 'list' && category.programClassify === 'mixed'

/** Lists that are deleted for good. */
function goneIssues(content: PageContent, stored: PageContent | undefined, around: PageSurroundings): PageIssue[] {
  if (around.scope !== SITE_PAGE) return []
  const kept = new Set(content.categories.map(({ categoryId }) => categoryId))
  const linked = new Set(
    [...content.banners, ...around.pages.banners.filter(({ tabId }) => tabId !== null)]
      .filter(({ bannerType }) => bannerType === 'category')
      .map(({ url }) => url),
  )
  const gone = (stored?.categories ?? []).filter(({ categoryId }) => !kept.has(categoryId))
  return gone.flatMap((category) => [
    ...when(isComputed(category), () => blocks(fieldOf('categories', category), 'LIST_COMPUTED', category.title.zh_HK)),
    ...when(linked.has(category.categoryId), () =>
      blocks(fieldOf('categories', category), 'LIST_LINKED', category.title.zh_HK),
    ),
  ])
}

type Images = Pick<PageBanner, 'image' | 'imagePortrait'>

export const hashOfImage = (image: string): string => image.split('/')[0]!

const imageIssues = (field: string, { image, imagePortrait }: Images, known: ReadonlySet<string>): PageIssue[] =>
  Object.entries({ image, imagePortrait }).flatMap(([name, value]) =>
    when(value !== '' && !known.has(hashOfImage(value)), () => blocks(`${field}/${name}`, 'IMAGE_UNKNOWN', value)),
  )

function bannerIssues(banner: PageBanner, content: PageContent, around: PageSurroundings): PageIssue[] {
  const { place, bannerId, bannerType, programId, image, startsAt, endsAt } = banner
  const { scope, pages, titles, images, now } = around
  const at = (field?: string) => fieldOf('banners', banner, field)
  const isElsewhere = pages.banners.some((other) => other.bannerId === bannerId && (other.tabId ?? SITE_PAGE) !== scope)
  const needsTitle = place === 'billboard' || bannerType === 'drama'
  const title = programId === null ? undefined : titles.get(programId)
  return [
    ...when(isElsewhere, () => blocks(at(), 'BANNER_TAKEN')),
    ...when((place === 'billboard') === (scope === SITE_PAGE), () => blocks(at('place'), 'BANNER_MISPLACED')),
    ...when(programId === null && needsTitle, () => blocks(at('programId'), 'BANNER_TITLE_NEEDED')),
    ...when(programId !== null && !title, () => blocks(at('programId'), 'TITLE_UNKNOWN', programId!)),
    ...linkIssues(banner, content, around),
    ...imageIssues(at(), banner, images),
    ...when(image === '' && programId === null, () => blocks(at('image'), 'IMAGE_NEEDED')),
    ...when(startsAt !== null && endsAt !== null && endsAt <= startsAt, () => blocks(at('endsAt'), 'BANNER_BACKWARDS')),
    ...when(title?.isPublished === false, () => tells(at('programId'), 'TITLE_HIDDEN', programId!)),
    ...when(endsAt !== null && Temporal.Instant.compare(endsAt, now) <= 0, () => tells(at('endsAt'), 'BANNER_OVER')),
  ]
}

/** Where a banner leads must be there. */
function linkIssues(banner: PageBanner, content: PageContent, { scope, pages, goods }: PageSurroundings): PageIssue[] {
  const field = fieldOf('banners', banner, 'url')
  const { bannerType, url } = banner
  if (bannerType === 'url') return when(bannerAddress(url) === undefined, () => blocks(field, 'BANNER_ADDRESS'))
  if (bannerType === 'product') return when(!goods.has(url), () => blocks(field, 'BANNER_GOODS_UNKNOWN', url))
  if (bannerType !== 'category') return []
  const stored = new Set(contentOf(pages, scope)?.categories.map(({ categoryId }) => categoryId))
  const isGone = scope === SITE_PAGE && stored.has(url)
  const isKnown =
    content.categories.some(({ categoryId }) => categoryId === url) || (pages.categories.has(url) && !isGone)
  return when(!isKnown, () => blocks(field, 'BANNER_LIST_UNKNOWN', url))
}

export const titlesOf = ({ categories, banners }: PageContent): string[] => [
  ...new Set([
    ...categories.flatMap(({ programIds }) => programIds),
    ...banners.flatMap(({ programId }) => programId ?? []),
  ]),
]

export const imagesOfPage = ({ categories, banners }: PageContent): string[] =>
  [...categories.flatMap(({ promotion }) => promotion ?? []), ...banners]
    .flatMap(({ image, imagePortrait }) => [image, imagePortrait])
    .filter((image) => image !== '')

/** A restored page has its lists as they were, on top of what they are now. */
export const withVersions = (content: PageContent, { categories }: StoredPages): PageContent => ({
  ...content,
  categories: content.categories.map((category) => ({
    ...category,
    version: categories.get(category.categoryId)?.version ?? 0,
  })),
})
