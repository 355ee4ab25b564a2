import * as z from 'zod/mini'
import { GENRES } from '../genres.ts'
import { RESTRICTIONS } from '../restrictions.ts'
import { VOD_TYPES } from '../vod-types.ts'
import { REGIONS } from '../regions.ts'
import { emptyInput, id, instant, whole } from '../wire-values.ts'
import { adminChange, adminDraft, adminExport, adminRead } from './endpoint.ts'
import { titleIssue } from './title-issues.ts'
import { change, changed, pageOf, query, reasonedChange, revision, savedDraft } from './forms.ts'
import { planFields, planned, unplanned } from './plans.ts'

/** Of a title at an instant. `expired`: published, with windows that are all over. */
export const TITLE_STATES = ['draft', 'scheduled', 'live', 'expired', 'withdrawn'] as const
export type TitleState = (typeof TITLE_STATES)[number]

export const TITLE_CLASSIFIES = ['movie', 'drama', 'kids', 'variety'] as const
export const TITLE_LACKS = ['film', 'poster', 'english', 'subtitles'] as const
export type TitleLack = (typeof TITLE_LACKS)[number]

const NAME_MAX = 200
const TEXT_MAX = 5_000
const EPISODES_MAX = 2_000
const LIST_MAX = 200

const text = (max: number) => z.string().check(z.maxLength(max))
export const loc = (max: number) => z.object({ zh_HK: text(max), en_US: text(max) })
const aliases = z.array(text(NAME_MAX)).check(z.maxLength(20))
/** `{hash}/{name}`, or empty. */
export const image = z.string().check(z.regex(/^$|^[0-9a-f]{24}\/[^/]{1,100}$/))
/** Percent from the left and from the top. */
export const focus = z.nullable(
  z.object({ x: z.int().check(z.minimum(0), z.maximum(100)), y: z.int().check(z.minimum(0), z.maximum(100)) }),
)
const seconds = z.int().check(z.minimum(0), z.maximum(86_400))
/** Any offset is taken; one form is kept, so that two are compared as text. */
export const when = z.pipe(
  z.iso.datetime({ offset: true }),
  // oxlint-disable-next-line no-restricted-globals -- reads an instant, not a clock; the console's browsers have no Temporal
  z.transform((typed) => new Date(typed).toISOString()),
)

export const person = z.object({ personId: id, name: loc(NAME_MAX) })
export const TAGS_MAX = 50
export const titleTag = z.object({ tagId: id, name: loc(NAME_MAX) })
const people = z.array(person).check(z.maxLength(LIST_MAX))

export const LICENSOR_MAX = 100

/** `licensor`, `contract`: of whom and by which contract; missing where it is not said. */
export const titleWindow = z.object({
  region: z.enum(REGIONS),
  startsAt: when,
  endsAt: z.nullable(when),
  licensor: z.optional(text(LICENSOR_MAX)),
  contract: z.optional(text(LICENSOR_MAX)),
})
export type TitleWindow = z.output<typeof titleWindow>

export const titleEpisode = z.object({
  season: z.int().check(z.minimum(1), z.maximum(999)),
  episode: z.int().check(z.minimum(1), z.maximum(9_999)),
  title: loc(NAME_MAX),
  description: loc(TEXT_MAX),
  /** Where the skip button shows, where it leads, where the next episode is offered; 0 for none. */
  startShowPoint: seconds,
  startPosition: seconds,
  endPosition: seconds,
  image,
})
export type TitleEpisode = z.output<typeof titleEpisode>

/** All of a title that operators edit. A draft may lack anything: `titles.check` says what publication needs. */
export const titleContent = z.object({
  programType: z.enum(['movie', 'drama']),
  classify: z.enum(TITLE_CLASSIFIES),
  title: loc(NAME_MAX),
  aliases: z.object({ zh_HK: aliases, en_US: aliases }),
  tagline: loc(NAME_MAX),
  description: loc(TEXT_MAX),
  warning: loc(NAME_MAX),
  genres: z.array(z.enum(GENRES)).check(z.maxLength(GENRES.length)),
  tags: z.array(titleTag).check(z.maxLength(TAGS_MAX)),
  /** ISO 3166, the main one first. */
  country: z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.maxLength(20)),
  /** Spoken, BCP 47. */
  locale: z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)),
  restriction: z.enum(RESTRICTIONS),
  vodTypes: z.array(z.enum(VOD_TYPES)).check(z.maxLength(VOD_TYPES.length)),
  credits: z.int().check(z.minimum(0), z.maximum(100_000)),
  kids: z.boolean(),
  /** 0: not known yet. */
  releaseYear: z.int().check(z.minimum(0), z.maximum(2_200)),
  images: z.object({ keyart: image, landscape: image, art: image, hero: image }),
  focus: z.object({ hero: focus, art: focus }),
  directors: people,
  actors: people,
  windows: z.array(titleWindow).check(z.maxLength(50)),
  /** Of a series. */
  episodes: z.array(titleEpisode).check(z.maxLength(EPISODES_MAX)),
})
export type TitleContent = z.output<typeof titleContent>
export type TitleField = keyof TitleContent

export const titlesFilter = z.object({
  text: z.optional(text(100)),
  state: z.optional(z.enum(TITLE_STATES)),
  classify: z.optional(z.enum(TITLE_CLASSIFIES)),
  vodType: z.optional(z.enum(VOD_TYPES)),
  genre: z.optional(z.enum(GENRES)),
  year: z.optional(z.int().check(z.minimum(1_880), z.maximum(2_200))),
  region: z.optional(z.enum(REGIONS)),
  /** The first window to end does so before this instant, and has not yet. */
  endsBefore: z.optional(when),
  lacks: z.optional(z.array(z.enum(TITLE_LACKS))),
  licensor: z.optional(text(LICENSOR_MAX)),
})

export const TITLE_SORTS = [
  '-updated',
  'updated',
  'title',
  '-title',
  '-published',
  'published',
  'ends',
  '-ends',
  '-popularity',
] as const

const titlesQuery = query(titlesFilter.shape, TITLE_SORTS)
export type TitlesFilter = z.output<typeof titlesFilter>
export type TitlesSort = z.output<typeof titlesQuery>['sort']

export const titleRow = z.object({
  programId: z.string(),
  title: z.object({ zh_HK: z.string(), en_US: z.string() }),
  classify: z.enum(TITLE_CLASSIFIES),
  restriction: z.enum(RESTRICTIONS),
  state: z.enum(TITLE_STATES),
  /** Its film is being encoded. */
  isPreparing: z.boolean(),
  /** An operator has a draft of it. */
  isChanged: z.boolean(),
  vodTypes: z.array(z.enum(VOD_TYPES)),
  credits: z.number(),
  windows: z.array(
    z.object({
      region: z.string(),
      startsAt: instant,
      endsAt: z.nullable(instant),
      licensor: z.string(),
      contract: z.string(),
    }),
  ),
  lacks: z.array(z.enum(TITLE_LACKS)),
  keyart: z.string(),
  updatedAt: instant,
  /** 0: never published. */
  version: z.number(),
})
export type TitleRow = z.output<typeof titleRow>

/** Administrators too: they may take a title down. */
export const TITLE_READERS = ['catalogue', 'care', 'finance', 'administrator'] as const

export const list = adminRead({
  path: '/titles/list',
  roles: TITLE_READERS,
  summary: 'All titles, also drafts that were never published.',
  input: titlesQuery,
  output: pageOf(titleRow),
})

export const exportCsv = adminExport({
  path: '/titles/export',
  roles: TITLE_READERS,
  summary: 'The titles of a filter as CSV.',
  input: titlesQuery,
})

const ownDraft = z.object({ content: titleContent, baseVersion: z.number(), ...savedDraft.shape })

export const find = adminRead({
  path: '/titles/find',
  roles: TITLE_READERS,
  summary: 'A title whole, the own draft of it, and who else has one.',
  input: z.object({ programId: id }),
  output: z.object({
    programId: z.string(),
    state: z.enum(TITLE_STATES),
    version: z.number(),
    updatedAt: instant,
    publishedAt: z.nullable(instant),
    /** By whatever order: it cannot be published until that is lifted. */
    takenDownAt: z.nullable(instant),
    /** Null for a title that was never published. */
    content: z.nullable(titleContent),
    draft: z.nullable(ownDraft),
    /** Newest first. */
    others: z.array(z.object({ operator: z.string(), savedAt: instant })),
    /** Of a title that was never published, without an own draft: the newest of another operator. */
    otherDraft: z.nullable(titleContent),
    ...planFields,
    assets: z.array(
      z.object({
        programGuid: z.string(),
        role: z.enum(['film', 'trailer', 'opening']),
        assetId: z.string(),
        durationMs: z.number(),
        maxResolution: z.string(),
        audioLanguages: z.array(z.string()),
        subtitleLanguages: z.array(z.string()),
      }),
    ),
    /** Running rentals, which a withdrawal refunds. */
    rentals: z.number(),
  }),
  refuses: ['NOT_FOUND'],
})

export const saveDraft = adminDraft({
  path: '/titles/saveDraft',
  roles: ['catalogue'],
  summary:
    'Keeps what an operator has typed, unless another window of theirs has saved since. Without an id a new title.',
  input: z.object({ programId: z.optional(id), draft: titleContent, baseVersion: whole(0, 999_999_999), revision }),
  output: z.object({ programId: z.string(), ...savedDraft.shape }),
  refuses: ['VERSION_CONFLICT'],
})

export const ownDrafts = adminRead({
  path: '/titles/ownDrafts',
  roles: ['catalogue'],
  summary: 'Titles that the operator has changed and not published, the newest first: eight, or 500 with isAll.',
  input: z.object({ isAll: z.optional(z.boolean()) }),
  output: z.object({
    list: z.array(z.object({ programId: z.string(), title: loc(NAME_MAX), isNew: z.boolean(), savedAt: instant })),
    total: z.number(),
  }),
})

export const dropDraft = adminDraft({
  path: '/titles/dropDraft',
  roles: ['catalogue'],
  summary: 'Forgets the own draft.',
  input: z.object({ programId: id, revision }),
  output: z.object({}),
  refuses: ['CONFLICT', 'VERSION_CONFLICT'],
})

export const check = adminRead({
  path: '/titles/check',
  roles: ['catalogue'],
  summary: 'What publication needs, by field.',
  input: z.object({ programId: z.optional(id), draft: titleContent }),
  output: z.object({ issues: z.array(titleIssue) }),
})

const ofTitle = change({ programId: id })

export const publish = adminChange({
  path: '/titles/publish',
  roles: ['catalogue'],
  audit: 'publish title',
  summary: 'Replaces what viewers see of a title by the draft. Without a version a title that was never published.',
  input: change({ programId: id, draft: titleContent }),
  output: changed,
  refuses: ['VERSION_CONFLICT', 'INVALID_INPUT', 'CONFLICT'],
})

export const withdraw = adminChange({
  path: '/titles/withdraw',
  roles: ['catalogue'],
  audit: 'withdraw title',
  summary: 'Takes a title away from viewers. Running rentals are refunded within a minute.',
  input: ofTitle,
  output: z.object({ ...changed.shape, rentals: z.number() }),
  refuses: ['NOT_FOUND', 'CONFLICT', 'VERSION_CONFLICT'],
})

export const bringBack = adminChange({
  path: '/titles/bringBack',
  roles: ['catalogue'],
  audit: 'bring title back',
  summary: 'Shows a withdrawn title again as it was.',
  input: ofTitle,
  output: changed,
  refuses: ['NOT_FOUND', 'CONFLICT', 'VERSION_CONFLICT'],
})

export const takeDown = adminChange({
  path: '/titles/takeDown',
  roles: ['catalogue', 'administrator'],
  audit: 'take title down',
  summary:
    'At once, whatever its version: lists, pages, images and streams refuse a title within a minute, players stop, rentals are refunded.',
  input: reasonedChange({ programId: id }),
  output: z.object({ ...changed.shape, rentals: z.number(), images: z.number() }),
  refuses: ['NOT_FOUND', 'CONFLICT'],
})

export const liftTakeDown = adminChange({
  path: '/titles/liftTakeDown',
  roles: ['catalogue', 'administrator'],
  audit: 'lift take-down of title',
  stepUp: true,
  summary: 'A title that was taken down may be published again. It stays withdrawn.',
  input: reasonedChange({ programId: id }),
  output: changed,
  refuses: ['NOT_FOUND', 'CONFLICT'],
})

export const plan = adminChange({
  path: '/titles/plan',
  roles: ['catalogue'],
  audit: 'plan publication',
  summary: 'Publishes the draft at a time, unless the title has changed by then. One plan a title.',
  input: change({ programId: id, draft: titleContent, at: when }),
  output: planned,
  refuses: ['VERSION_CONFLICT', 'INVALID_INPUT', 'CONFLICT'],
})

export const unplan = adminChange({
  path: '/titles/unplan',
  roles: ['catalogue'],
  audit: 'remove plan',
  summary: 'Removes a planned publication. Its content becomes the own draft where there is none.',
  input: change({ programId: id, plannedId: id }),
  output: unplanned,
  refuses: ['NOT_FOUND'],
})

export const VERSION_KINDS = ['import', 'publish', 'withdraw', 'bulk', 'undo'] as const

export const history = adminRead({
  path: '/titles/history',
  roles: TITLE_READERS,
  summary: 'The versions of a title, newest first, each with the fields that it changed.',
  input: z.object({ programId: id, after: z.optional(whole(1, 999_999_999)) }),
  output: z.object({
    list: z.array(
      z.object({
        version: z.number(),
        at: instant,
        actor: z.string(),
        kind: z.enum(VERSION_KINDS),
        /** Against its predecessor in this list; all of the first. */
        fields: z.array(z.string()),
      }),
    ),
    next: z.nullable(z.number()),
  }),
})

export const version = adminRead({
  path: '/titles/version',
  roles: TITLE_READERS,
  summary: 'A title as it was.',
  input: z.object({ programId: id, version: whole(1, 999_999_999) }),
  output: z.object({ content: titleContent, version: z.number() }),
  refuses: ['NOT_FOUND'],
})

export const restore = adminDraft({
  path: '/titles/restore',
  roles: ['catalogue'],
  summary: 'Makes an old version the own draft, on top of what is there now. Publishes nothing.',
  input: z.object({ programId: id, version: whole(1, 999_999_999), revision }),
  output: savedDraft,
  refuses: ['NOT_FOUND', 'VERSION_CONFLICT'],
})

export const tags = adminRead({
  path: '/titles/tags',
  roles: ['catalogue'],
  summary: 'Tags by name.',
  input: z.object({ text: text(100) }),
  output: z.object({
    list: z.array(z.object({ tagId: z.string(), name: z.object({ zh_HK: z.string(), en_US: z.string() }) })),
  }),
})

export const licensors = adminRead({
  path: '/titles/licensors',
  roles: TITLE_READERS,
  summary: 'Of whom titles are licensed.',
  input: emptyInput,
  output: z.object({ list: z.array(z.string()) }),
})
