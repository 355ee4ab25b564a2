import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cardList, maybeWatchedCard } from './programs.ts'
import { GENRES } from './genres.ts'
import { RESTRICTIONS } from './restrictions.ts'
import { RUNNING_TIMES } from './running-times.ts'
import { id, listOf, whole } from './wire-values.ts'
import { page, pageSize } from './paging.ts'

export const CLASSIFIES = ['movie', 'drama', 'kids', 'variety', 'mixed'] as const
export type Classify = (typeof CLASSIFIES)[number]

export const SORTS = ['newest', 'popular', 'score', 'title'] as const
export type Sort = (typeof SORTS)[number]

export const VOD_TYPE_ALIASES = {
  'FREE TO WATCH': 'FREE TO WATCH',
  FREE: 'FREE TO WATCH',
  'VIP UNLIMITED WATCH': 'VIP UNLIMITED WATCH',
  VIP: 'VIP UNLIMITED WATCH',
  'MOVIE VOUCHER': 'MOVIE VOUCHER',
  VOUCHER: 'MOVIE VOUCHER',
  'PAY PER RENT': 'PAY PER RENT',
  CREDIT: 'PAY PER RENT',
} as const
const vodTypeWord = z.enum(Object.keys(VOD_TYPE_ALIASES) as [keyof typeof VOD_TYPE_ALIASES])

export const filters = {
  sort: z.optional(z.enum(SORTS)),
  genre: z.optional(listOf(z.enum(GENRES))),
  year: z.optional(whole(1880, 2200)),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  language: z.optional(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/))),
  vodType: z.optional(vodTypeWord),
  restriction: z.optional(listOf(z.enum(RESTRICTIONS))),
  runningTime: z.optional(z.enum(RUNNING_TIMES)),
}

export const facetList = z.array(z.object({ value: z.string(), label: z.string(), count: z.number() }))
export const facets = z.object({
  genre: facetList,
  year: facetList,
  country: facetList,
  language: facetList,
  vodType: facetList,
  restriction: facetList,
  runningTime: facetList,
})
export type Facets = z.output<typeof facets>

/** Percent from the left and from the top. */
export const focalPoint = z.object({ x: z.number(), y: z.number() })
export type FocalPoint = z.output<typeof focalPoint>

/** An adult collection is opened with the parental code only. */
export const promotion = z.enum(['open', 'adult'])
export type Promotion = z.output<typeof promotion>

export const category = z.object({
  categoryId: z.string(),
  programClassify: z.string(),
  /** A path below the origin with its query. */
  detailURL: z.string(),
  title: z.string(),
  subtitle: z.string(),
  showLandscape: z.boolean(),
  showTopN: z.boolean(),
  promotion: z.optional(promotion),
})
export type Category = z.output<typeof category>

export const categoryList = endpoint({
  wire: 'v2',
  path: '/revamp/categoryList',
  viewer: 'anyone',
  kids: 'narrowed',
  cacheable: true,
  summary: "One editor's category, paged, sorted and filtered.",
  input: z.object({ categoryId: id, page, pageSize, ...filters }),
  output: z.object({ ...cardList, category, facets }),
  refuses: ['NOT_FOUND'],
})

export const MIX_ROWS = ['continue', 'top', 'new', 'foryou', 'because', 'free'] as const
export type MixRow = (typeof MIX_ROWS)[number]

export const mixProgramList = endpoint({
  wire: 'v2',
  path: '/revamp/mixProgramList',
  cost: 10,
  viewer: 'anyone',
  kids: 'narrowed',
  cacheable: true,
  summary: 'A computed row: top, new, free, for you, because you watched, continue watching.',
  input: z.object({ row: z.enum(MIX_ROWS), page, pageSize, ...filters }),
  output: z.object({ ...cardList, list: z.array(maybeWatchedCard), category, facets }),
})

export const tab = z.object({
  tabId: z.string(),
  tabName: z.string(),
  type: z.enum(['list', 'rolling', 'page']),
  route: z.string(),
  data: z.object({ categoryList: z.array(category) }),
  rolling: z.optional(z.object({ detailURL: z.string() })),
})
export type Tab = z.output<typeof tab>

export const tabBars = endpoint({
  wire: 'v2',
  path: '/revamp/tabBars',
  viewer: 'anyone',
  kids: 'narrowed',
  cacheable: true,
  summary: 'The tabs with their rows. recommendType 1 adds recommendation rows, 0 leaves them out.',
  input: z.object({ recommendType: z._default(z.enum(['0', '1']), '1') }),
  output: z.object({ tabList: z.array(tab) }),
})
