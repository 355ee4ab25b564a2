import * as z from 'zod/mini'
import { BANNER_TYPES } from '../banners.ts'
import { CLASSIFIES } from '../categories.ts'
import { id, instant, whole } from '../wire-values.ts'
import { adminChange, adminDraft, adminRead } from './endpoint.ts'
import { change, changed, revision, savedDraft } from './forms.ts'
import { planFields, planned, unplanned } from './plans.ts'
import { focus, image, loc, when } from './titles.ts'

/** The page of what belongs to no tab: the order of the tabs, ads, pop-ups, and lists that stand in no tab. */
export const SITE_PAGE = 'site'

/** Of one page: all lists that stand in no tab are on the site's. */
const LISTS_MAX = 1_000
const NAME_MAX = 60
const TEXT_MAX = 200

export const TAB_TYPES = ['list', 'rolling', 'page'] as const
export const CATEGORY_SOURCES = ['list', 'top', 'new', 'free', 'foryou', 'because', 'continue'] as const
export const BANNER_PLACES = ['billboard', 'ad', 'popup'] as const

export const pageTab = z.object({
  tabId: id,
  name: loc(NAME_MAX),
  /** `list`: a screen of the site with carousels. `rolling`: shows its first list whole. `page`: another screen of the site. */
  type: z.enum(TAB_TYPES),
  isShown: z.boolean(),
})
export type PageTab = z.output<typeof pageTab>

/** The banner of a promoted list. Images as in `pageBanner`. */
export const pagePromotion = z.object({
  adult: z.boolean(),
  image,
  imagePortrait: image,
  focus,
  focusPortrait: focus,
  text: loc(TEXT_MAX),
})
export type PagePromotion = z.output<typeof pagePromotion>

export const pageCategory = z.object({
  categoryId: id,
  /** Of the list as it was when it was put on this page; 0 for a new one. */
  version: z.int().check(z.minimum(0), z.maximum(999_999_999)),
  source: z.enum(CATEGORY_SOURCES),
  programClassify: z.enum(CLASSIFIES),
  title: loc(NAME_MAX),
  subtitle: loc(TEXT_MAX),
  showLandscape: z.boolean(),
  showTopN: z.boolean(),
  /** Of source `list`, in order. */
  programIds: z.array(id).check(z.maxLength(500)),
  promotion: z.nullable(pagePromotion),
})
export type PageCategory = z.output<typeof pageCategory>

export const pageBanner = z.object({
  bannerId: id,
  place: z.enum(BANNER_PLACES),
  bannerType: z.enum(BANNER_TYPES),
  programId: z.nullable(id),
  /** By type: the id of goods or of a list, or an address. */
  url: z.string().check(z.maxLength(500)),
  /** Empty takes the image of the title. */
  image,
  imagePortrait: image,
  focus,
  focusPortrait: focus,
  title: loc(TEXT_MAX),
  subtitle: loc(TEXT_MAX),
  startsAt: z.nullable(when),
  endsAt: z.nullable(when),
})
export type PageBanner = z.output<typeof pageBanner>

/** All of a page that operators edit, in order. `tabs`: of the site's page only; elsewhere none. */
export const pageContent = z.object({
  tabs: z.array(pageTab).check(z.maxLength(30)),
  categories: z.array(pageCategory).check(z.maxLength(LISTS_MAX)),
  banners: z.array(pageBanner).check(z.maxLength(100)),
})
export type PageContent = z.output<typeof pageContent>

export const PAGE_ISSUES = [
  'TAB_NAME_NEEDED',
  'TAB_TWICE',
  'TAB_NEEDED',
  'TAB_NOT_HIDDEN',
  'TAB_NOT_EMPTY',
  'TAB_CHANGED',
  'TAB_MISPLACED',
  'LIST_NAME_NEEDED',
  'LIST_TWICE',
  'LIST_TAKEN',
  'LIST_CHANGED',
  'LIST_COMPUTED',
  'LIST_LINKED',
  'SOURCE_TAKEN',
  'TITLE_UNKNOWN',
  'TITLE_TWICE',
  'IMAGE_UNKNOWN',
  'IMAGE_NEEDED',
  'BANNER_TWICE',
  'BANNER_TAKEN',
  'BANNER_MISPLACED',
  'BANNER_TITLE_NEEDED',
  'BANNER_LIST_UNKNOWN',
  'BANNER_GOODS_UNKNOWN',
  'BANNER_ADDRESS',
  'BANNER_BACKWARDS',
  // Told, not refused.
  'LIST_EMPTY',
  'LIST_ADULT',
  'TITLE_HIDDEN',
  'BANNER_OVER',
] as const
export type PageIssueCode = (typeof PAGE_ISSUES)[number]

/** `field`: `categories/{id}/title`, `banners/{id}/url`, `tabs/{id}`. `about`: a language or an id. What does not block may be published. */
export const pageIssue = z.object({
  field: z.string(),
  code: z.enum(PAGE_ISSUES),
  about: z.optional(z.string()),
  blocks: z.boolean(),
})
export type PageIssue = z.output<typeof pageIssue>

const roles = ['catalogue'] as const

/** A tab's id, or `SITE_PAGE`. */
const scope = id

/** Titles that a page names. */
const namedTitle = z.object({
  programId: z.string(),
  title: z.object({ zh_HK: z.string(), en_US: z.string() }),
  keyart: z.string(),
})
export type NamedTitle = z.output<typeof namedTitle>

export const list = adminRead({
  path: '/pages/list',
  roles,
  summary: 'The tabs in their order, the hidden ones too, and who has drafts of which page.',
  input: z.object({}),
  output: z.object({
    tabs: z.array(pageTab),
    /** Of pages, the site's included. */
    drafts: z.array(z.object({ scope: z.string(), isOwn: z.boolean() })),
  }),
})

export const find = adminRead({
  path: '/pages/find',
  roles,
  summary: 'A page whole, the own draft of it, and who else has one.',
  input: z.object({ scope }),
  output: z.object({
    scope: z.string(),
    version: z.number(),
    /** Where the tab is on the site. */
    route: z.string(),
    content: pageContent,
    draft: z.nullable(z.object({ content: pageContent, baseVersion: z.number(), ...savedDraft.shape })),
    /** Newest first. */
    others: z.array(z.object({ operator: z.string(), savedAt: instant })),
    ...planFields,
    /** Of the content and the draft. */
    titles: z.array(namedTitle),
  }),
  refuses: ['NOT_FOUND'],
})

export const categories = adminRead({
  path: '/pages/categories',
  roles,
  summary: 'Lists by name, with the tabs that have them.',
  input: z.object({ text: z.string().check(z.maxLength(100)) }),
  output: z.object({
    list: z.array(z.object({ category: pageCategory, tabs: z.array(z.string()) })),
    titles: z.array(namedTitle),
  }),
})

export const saveDraft = adminDraft({
  path: '/pages/saveDraft',
  roles,
  summary: 'Keeps what an operator has arranged, unless another window of theirs has saved since.',
  input: z.object({ scope, draft: pageContent, baseVersion: whole(1, 999_999_999), revision }),
  output: savedDraft,
  refuses: ['NOT_FOUND', 'VERSION_CONFLICT'],
})

export const dropDraft = adminDraft({
  path: '/pages/dropDraft',
  roles,
  summary: 'Forgets the own draft.',
  input: z.object({ scope, revision }),
  output: z.object({}),
  refuses: ['VERSION_CONFLICT'],
})

export const check = adminRead({
  path: '/pages/check',
  roles,
  summary: 'What publication needs, by field.',
  input: z.object({ scope, draft: pageContent }),
  output: z.object({ issues: z.array(pageIssue) }),
  refuses: ['NOT_FOUND'],
})

export const publish = adminChange({
  path: '/pages/publish',
  roles,
  audit: 'publish page',
  summary: 'Replaces what viewers see of a page by the draft, as a whole.',
  input: change({ scope, draft: pageContent }),
  output: changed,
  refuses: ['NOT_FOUND', 'VERSION_CONFLICT', 'INVALID_INPUT'],
})

export const plan = adminChange({
  path: '/pages/plan',
  roles,
  audit: 'plan publication',
  summary: 'Publishes the draft at a time, unless the page has changed by then. One plan a page.',
  input: change({ scope, draft: pageContent, at: when }),
  output: planned,
  refuses: ['NOT_FOUND', 'VERSION_CONFLICT', 'INVALID_INPUT', 'CONFLICT'],
})

export const unplan = adminChange({
  path: '/pages/unplan',
  roles,
  audit: 'remove plan',
  summary: 'Removes a planned publication. Its content becomes the own draft where there is none.',
  input: change({ scope, plannedId: id }),
  output: unplanned,
  refuses: ['NOT_FOUND'],
})

export const PAGE_PARTS = ['tabs', 'categories', 'banners'] as const

const pageChange = z.object({
  part: z.enum(PAGE_PARTS),
  id: z.string(),
  name: z.object({ zh_HK: z.string(), en_US: z.string() }),
  change: z.enum(['added', 'removed', 'changed', 'moved']),
  /** Of one that is `changed`. */
  fields: z.array(z.string()),
})
export type PageChange = z.output<typeof pageChange>

export const history = adminRead({
  path: '/pages/history',
  roles,
  summary: 'The versions of a page, newest first, each with the parts that it changed.',
  input: z.object({ scope, after: z.optional(whole(1, 999_999_999)) }),
  output: z.object({
    list: z.array(
      z.object({
        version: z.number(),
        at: instant,
        actor: z.string(),
        kind: z.enum(['import', 'publish']),
        /** Against its predecessor in this list; none of the first. */
        changes: z.array(pageChange),
      }),
    ),
    next: z.nullable(z.number()),
  }),
})

export const version = adminRead({
  path: '/pages/version',
  roles,
  summary: 'A page as it was.',
  input: z.object({ scope, version: whole(1, 999_999_999) }),
  output: z.object({ content: pageContent, version: z.number(), titles: z.array(namedTitle) }),
  refuses: ['NOT_FOUND'],
})

export const restore = adminDraft({
  path: '/pages/restore',
  roles,
  summary: 'Makes an old version the own draft, on top of what is there now. Publishes nothing.',
  input: z.object({ scope, version: whole(1, 999_999_999), revision }),
  output: savedDraft,
  refuses: ['NOT_FOUND', 'VERSION_CONFLICT'],
})
