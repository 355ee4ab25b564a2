import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'
import type { Genre } from '#contract/genres.ts'
import { REGIONS } from '#contract/regions.ts'
import { FOUND_MAX, SUGGESTIONS, RECENT_MAX } from '#contract/search.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, NO_REPLICA } from '#server/kit/db.ts'
import {
  CATALOGUE_CHANNEL,
  computedScopes,
  noFacets,
  type ListRequest,
  type LocalizedText,
  type TitleCard,
  type TitlePage,
  visible,
} from '../catalogue/index.ts'
import type { DomainModule, Worker } from '../domain-module.ts'
import type { Viewer, MemberViewer } from '../viewer.ts'
import { createLookups, type Lookup } from './find.service.ts'
import { createIndex } from './index.service.ts'
import { findPersonName, foundTitles, titlesOfPerson } from './lookup.repo.ts'
import type { SearchDeps } from './ports.ts'
import {
  correctedKey,
  correctedText,
  createGenreFinder,
  type Match,
  matchOf,
  type Query,
  readQuery,
} from './query.rules.ts'
import type { FoundScene } from './scenes.repo.ts'
import { createScenes } from './scenes.service.ts'
import type { ShownPerson, ShownTitle } from './search-model.ts'
import {
  deleteRecentOfAccount,
  findRecentOfAccount,
  deleteRecent,
  findRecent,
  keepRecent,
  type RecentSearch,
} from './searches.repo.ts'
import { createTerms } from './terms.service.ts'
import { QUERY_MAX } from './normalize.rules.ts'

/**
 * Search: finds titles, people and scenes. Owns the tables search_* and subtitle_*, derived from catalogue and subtitles except
 * search_recent, search_found and search_missed. Never lists what the catalogue's `visible` would not.
 */
export { readJyutping } from './normalize.rules.ts'
export type { GenreNames } from './ports.ts'

export type Search = ReturnType<typeof createSearch>

const INDEX_EVERY_MS = 60_000
const COUNTS_EVERY_MS = 3_600_000

export type Suggestions = {
  titles: (ShownTitle & { match: Match })[]
  people: (ShownPerson & { match: Match })[]
  genres: { genre: Genre; match: Match }[]
}

export type SearchPage = TitlePage & {
  didYouMean: string | undefined
  person: LocalizedText | undefined
  scenes: FoundScene[]
}

type SearchRequest = ListRequest & { keyword: string; personId?: string | undefined }

/** `first`: undefined when it found nothing. */
type Searched = { typed: string; query: Query; first: string | undefined; address: string }

export function createSearch(deps: SearchDeps) {
  const { db, replica = NO_REPLICA, catalogue, genreNames } = deps
  const index = createIndex(deps)
  const scenes = createScenes(deps)
  const terms = createTerms(deps)
  const lookups = createLookups(deps)
  const genreFinder = createGenreFinder(genreNames)
  const domainModule: DomainModule = {
    caches: lookups.caches,
    scheduledTasks: [
      { name: 'search-index', everyMs: INDEX_EVERY_MS, wakeOn: CATALOGUE_CHANNEL, run: refreshIndex },
      { name: 'search-scenes', everyMs: INDEX_EVERY_MS, wakeOn: CATALOGUE_CHANNEL, run: scenes.refresh },
      { name: 'search-counts', everyMs: COUNTS_EVERY_MS, run: terms.deleteOld },
    ],
    personalData: {
      name: 'searches',
      collect: ({ accountId }) => findRecentOfAccount(db, accountId),
      erase: (tx, { accountId }) => deleteRecentOfAccount(tx, accountId),
    },
    gauges: [
      {
        name: 'harbour_searches_missed_today',
        help: 'Searches of the day, in Hong Kong, that found nothing.',
        read: async () => [{ value: await terms.missedToday() }],
      },
    ],
  }

  return {
    index,
    scenes,
    terms,
    recent: createRecent(deps),
    suggest,
    search,
    scenesOf,
    popular,
    /** Otherwise the first search starts loading. */
    load: lookups.load,
    domainModule,
  }

  /** Empty without a letter or digit. */
  async function suggest(viewer: Viewer, typed: string): Promise<Suggestions> {
    const query = readQuery(typed)
    if (query.key === '') return { titles: [], people: [], genres: [] }
    const { titles, people } = await replica.read(() =>
      lookups.use(viewer, async (lookup) => {
        const [titles, people] = await Promise.all([titlesLike(lookup, query), peopleLike(lookup, query)])
        return { titles, people }
      }),
    )
    const genres = genreFinder.startingWith(query.key).slice(0, SUGGESTIONS.genre)
    return { titles, people, genres: genres.map((genre) => ({ genre, match: matchOfName(genreNames[genre], query) })) }
  }

  async function titlesLike(lookup: Lookup, query: Query): Promise<Suggestions['titles']> {
    const { found, corrected } = await lookups.find(lookup, query, SUGGESTIONS.title)
    if (found.length === 0) return []
    const key = query.toneless ?? query.key
    const shown = await lookup.shown(
      found.map(({ titleId }) => titleId),
      key,
    )
    const byId = new Map(shown.map((title) => [title.programId, title]))
    const meant = corrected ? { ...query, key: correctedKey(query.units, corrected), toneless: undefined } : query
    return found.flatMap(({ programId }) => {
      const title = byId.get(programId)
      return title ? [{ ...title, match: matchOf({ ...title.title, ...title }, meant) }] : []
    })
  }

  /** A single letter begins too many names. */
  async function peopleLike(lookup: Lookup, query: Query): Promise<Suggestions['people']> {
    const key = query.toneless ?? query.key
    if (key.length < 2 && /^[a-z0-9]*$/.test(key)) return []
    const people = await lookup.people(key, SUGGESTIONS.person)
    return people.map((person) => ({ ...person, match: matchOfName(person.name, query) }))
  }

  /**
   * Best first unless sorted; at most `FOUND_MAX` titles, scenes on the first page. `address` limits what is counted.
   * @throws INVALID_INPUT for a blank keyword; NOT_FOUND for an unknown person
   */
  async function search(
    viewer: Viewer,
    { keyword, personId, ...request }: SearchRequest,
    address: string,
  ): Promise<SearchPage> {
    // Operators see what they have just written.
    const read = viewer.preview ? NO_REPLICA.read : replica.read
    if (personId !== undefined) return read(() => searchPerson(viewer, personId, request))
    if (keyword.trim() === '')
      throw new AppError('INVALID_INPUT', { fields: { keyword: 'SEARCH_KEYWORD' satisfies FieldRule } })
    const query = readQuery(keyword)
    if (query.key === '') return NOTHING
    const { programIds, corrected, spoken, page } = await read(async () => {
      const [{ found, corrected }, spoken, ofGenre] = await Promise.all([
        lookups.use(viewer, (lookup) => lookups.find(lookup, query, FOUND_MAX)),
        request.page === 1 ? scenesOf(viewer, keyword) : [],
        titlesOfGenre(viewer, query),
      ])
      const programIds = [...new Set([...found.map(({ programId }) => programId), ...ofGenre])].slice(0, FOUND_MAX)
      const page = await catalogue.list(viewer, foundTitles(programIds), request)
      return { programIds, corrected, spoken, page }
    })
    // Further pages and filters are the same search.
    if (
      !viewer.preview &&
      request.page === 1 &&
      Object.values(request.filters ?? {}).every((value) => value === undefined)
    ) {
      const first = programIds[0] ?? spoken[0]?.programId
      // A search neither waits for its count nor fails with it.
      void count(viewer, { typed: keyword, query, first, address }).catch(() => undefined)
    }
    return { ...page, didYouMean: corrected && correctedText(keyword, corrected), person: undefined, scenes: spoken }
  }

  function scenesOf(viewer: Viewer, keyword: string): Promise<FoundScene[]> {
    // Parental code off or entered.
    const classThree = viewer.kind === 'member' && viewer.unlocked
    const viewerScope = catalogue.viewerScopeOf(viewer)
    return scenes.find({ ...viewerScope, condition: visible(viewerScope), classThree }, readQuery(keyword))
  }

  /** A person without visible titles does not exist for the viewer. */
  async function searchPerson(viewer: Viewer, personId: string, request: ListRequest): Promise<SearchPage> {
    const [page, person, [any]] = await Promise.all([
      catalogue.list(viewer, titlesOfPerson(personId), request),
      findPersonName(db, personId),
      catalogue.first(viewer, titlesOfPerson(personId), 1),
    ])
    if (!person || !any) throw new AppError('NOT_FOUND')
    return { ...page, didYouMean: undefined, person, scenes: [] }
  }

  async function titlesOfGenre(viewer: Viewer, { key }: Query): Promise<string[]> {
    const genre = genreFinder.named(key)
    if (genre === undefined) return []
    const request = { filters: { genre: [genre] }, page: 1, pageSize: FOUND_MAX }
    const { titles } = await catalogue.list(viewer, computedScopes.top(), request)
    return titles.map(({ programId }) => programId)
  }

  /** Frequent first results, then the most watched. */
  async function popular(viewer: Viewer, limit: number): Promise<TitleCard[]> {
    const [often, most] = await Promise.all([
      terms.popular(limit * 2).then((programIds) => catalogue.cards(viewer, programIds)),
      catalogue.first(viewer, computedScopes.top(), limit),
    ])
    const known = new Set(often.map(({ programId }) => programId))
    return [...often, ...most.filter(({ programId }) => !known.has(programId))].slice(0, limit)
  }

  /** Missed only if the whole catalogue has nothing: not in kids mode, for genres, or for titles of other regions. */
  async function count(viewer: Viewer, { typed, query, first, address }: Searched): Promise<void> {
    if (first !== undefined) return terms.countFound({ programId: first, address })
    if (viewer.kids) return
    const missed = { typed, key: query.key, language: viewer.language, address }
    await terms.countMissed(missed, () => isKnown(viewer, query))
  }

  /** In any region. */
  async function isKnown(viewer: Viewer, query: Query): Promise<boolean> {
    if (genreFinder.named(query.key) !== undefined) return true
    for (const region of REGIONS.filter((other) => other !== viewer.region)) {
      const { found } = await lookups.use({ region, kids: false }, (lookup) => lookups.find(lookup, query, 1))
      if (found.length > 0) return true
    }
    return false
  }

  async function refreshIndex({ log }: Worker): Promise<void> {
    await index.refreshOutdated({ log })
    await index.makeListsIfDue()
  }
}

const matchOfName = (name: LocalizedText, query: Query): Match => matchOf({ ...name, aliases: [], people: [] }, query)

const NOTHING: SearchPage = {
  titles: [],
  total: 0,
  facets: noFacets(),
  didYouMean: undefined,
  person: undefined,
  scenes: [],
}

/** Each throws NOT_ALLOWED without a profile. */
function createRecent({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  return {
    list: async (viewer: MemberViewer): Promise<RecentSearch[]> => findRecent(db, profileOf(viewer)),

    /** Idempotent; ignores unsearchable text. */
    async create(viewer: MemberViewer, typed: string): Promise<void> {
      const profileId = profileOf(viewer)
      const { key } = readQuery(typed)
      if (key === '') return
      await keepRecent(db, { profileId, key, keyword: shown(typed), at: clock.now(), most: RECENT_MAX })
    },

    /** All if none is given. */
    clear: async (viewer: MemberViewer, typed: string | undefined): Promise<void> =>
      deleteRecent(db, { profileId: profileOf(viewer), key: typed === undefined ? undefined : readQuery(typed).key }),
  }
}

function profileOf({ profileId }: MemberViewer): string {
  if (profileId === undefined) throw new AppError('NOT_ALLOWED')
  return profileId
}

/** One line without control characters and lone surrogates. */
const shown = (typed: string): string =>
  [
    ...typed
      .toWellFormed()
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, QUERY_MAX)
    .join('')
