import * as z from 'zod/mini'
import { facets, filters } from './categories.ts'
import { endpoint } from './endpoint.ts'
import { GENRES } from './genres.ts'
import { page, pageSize } from './paging.ts'
import { cardList, programCard } from './programs.ts'
import { RESTRICTIONS } from './restrictions.ts'
import { emptyInput, emptyOutput, id, instant } from './wire-values.ts'

/** A longer input is refused; the first 100 characters of a shorter one are searched. */
const KEYWORD_MAX = 500

export const FOUND_MAX = 500
export const SUGGESTIONS = { title: 8, person: 3, genre: 2 } as const
/** Searches in a week: a single one changes nothing that others see. */
export const POPULAR_LEAST = 5
export const RECENT_MAX = 20

/** An empty one is answered, with nothing. */
const typed = z.string().check(z.maxLength(KEYWORD_MAX))

export const suggestion = z.object({
  kind: z.enum(['title', 'person', 'genre']),
  text: z.string(),
  otherText: z.string(),
  /** The matching part of `text`, `otherText` or `line`; empty for an approximate match. */
  matched: z.string(),
  line: z.string(),
  programId: z.optional(id),
  programType: z.optional(z.enum(['movie', 'drama'])),
  imageURL: z.optional(z.string()),
  restriction: z.optional(z.enum(RESTRICTIONS)),
  releaseYear: z.optional(z.number()),
  personId: z.optional(id),
  titles: z.optional(z.number()),
  directs: z.optional(z.boolean()),
  genre: z.optional(z.enum(GENRES)),
})
export type Suggestion = z.output<typeof suggestion>

export const searchSuggest = endpoint({
  wire: 'v2',
  path: '/searchSuggest',
  cost: 4,
  viewer: 'anyone',
  kids: 'narrowed',
  summary: 'Suggestions for typed text: titles, people and genres, in any script, by Jyutping or with a typo.',
  input: z.object({ title: typed }),
  output: z.object({ suggestList: z.array(suggestion) }),
})

export const scene = z.object({
  programId: z.string(),
  programGuid: z.string(),
  title: z.string(),
  season: z.optional(z.number()),
  episode: z.optional(z.number()),
  line: z.string(),
  at: z.number(),
  language: z.string(),
})
export type Scene = z.output<typeof scene>

export const search = endpoint({
  wire: 'v2',
  path: '/revamp/search',
  cost: 25,
  viewer: 'anyone',
  kids: 'narrowed',
  summary:
    'Titles by keyword, or by a person of the suggestions; the best first. Page 1 has the scenes in which it is said.',
  input: z.object({ keyword: z._default(typed, ''), personId: z.optional(id), page, pageSize, ...filters }),
  output: z.object({
    ...cardList,
    list: z.array(programCard),
    facets,
    /** Set when only this corrected keyword finds something: the list is of it. */
    didYouMean: z.optional(z.string()),
    person: z.optional(z.string()),
    scenes: z.array(scene),
  }),
  refuses: ['NOT_FOUND'],
})

export const popularSearches = endpoint({
  wire: 'v2',
  path: '/search/popular',
  cost: 10,
  viewer: 'anyone',
  kids: 'narrowed',
  cacheable: true,
  summary: 'The titles that were often searched for in the last week, then those that are watched most.',
  input: z.object({ pageSize }),
  output: z.object({ list: z.array(programCard) }),
})

export const recentSearches = endpoint({
  wire: 'v2',
  path: '/search/recent',
  viewer: 'member',
  summary: "The profile's recent searches, the newest first.",
  input: emptyInput,
  output: z.object({ list: z.array(z.object({ keyword: z.string(), searchedAt: instant })) }),
})

export const createRecentSearch = endpoint({
  wire: 'v2',
  path: '/search/recent/create',
  viewer: 'member',
  changes: true,
  summary: 'Keeps a search of the profile.',
  input: z.object({ keyword: typed }),
  output: emptyOutput,
})

export const clearRecentSearches = endpoint({
  wire: 'v2',
  path: '/search/recent/clear',
  viewer: 'member',
  changes: true,
  summary: 'Forgets one search of the profile, or all without `keyword`.',
  input: z.object({ keyword: z.optional(typed) }),
  output: emptyOutput,
})
