import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'
import { FOUND_MAX } from '#contract/search.ts'
import type { Database } from '#server/kit/db.ts'
import {
  type Catalogue,
  computedScopes,
  type ListRequest,
  type LocalizedText,
  type TitleCard,
  type TitlePage,
  visible,
} from '../catalogue/index.ts'
import type { Viewer } from '../viewer.ts'
import { createCounting } from './counting.service.ts'
import type { Finder } from './find.service.ts'
import { createGenreFinder } from './genres.rules.ts'
import { findPersonName, foundTitles, titlesOfPerson } from './people.repo.ts'
import type { GenreNames } from './ports.ts'
import { correctedText, type Query, readQuery } from './query.rules.ts'
import type { FoundScene } from './scenes.repo.ts'
import type { Scenes } from './scenes.service.ts'
import type { Lookups } from './lookups.service.ts'
import type { Terms } from './terms.service.ts'

/** What a search found. */
export type SearchPage = TitlePage & {
  didYouMean: string | undefined
  person: LocalizedText | undefined
  scenes: FoundScene[]
}

/** What is searched for: what was typed, or a person. */
export type SearchRequest = ListRequest & { keyword: string; personId?: string | undefined }

type ResultsDeps = {
  db: Kysely<Database>
  catalogue: Catalogue
  genreNames: GenreNames
  finder: Finder
  lookups: Lookups
  scenes: Scenes
  terms: Terms
}

/** Lists what a search finds. */
export function createResults({ db, catalogue, genreNames, finder, lookups, scenes, terms }: ResultsDeps) {
  const genreFinder = createGenreFinder(genreNames)
  const counting = createCounting({ terms, finder, lookups, genreFinder })
  return { search, scenesOf, popular }

  /**
   * A page of the titles that match, best first unless a sort is chosen, filtered and counted like any other list. At most
   * `FOUND_MAX` are found. The first page has scenes. `address` is that of the client: it limits what is counted. A keyword
   * of signs only, without a letter or a digit, finds nothing and is not counted.
   * @throws INVALID_INPUT for a blank keyword; NOT_FOUND for an unknown person
   */
  async function search(
    viewer: Viewer,
    { keyword, personId, ...request }: SearchRequest,
    address: string,
  ): Promise<SearchPage> {
    if (personId !== undefined) return searchPerson(viewer, personId, request)
    if (keyword.trim() === '')
      throw new AppError('INVALID_INPUT', { fields: { keyword: 'SEARCH_KEYWORD' satisfies FieldRule } })
    const query = readQuery(keyword)
    if (query.key === '') return NOTHING
    const [{ found, corrected }, spoken, ofGenre] = await Promise.all([
      lookups.use(viewer, (lookup) => finder.find(lookup, query, FOUND_MAX)),
      request.page === 1 ? scenesOf(viewer, keyword) : [],
      titlesOfGenre(viewer, query),
    ])
    const programIds = [...new Set([...found.map(({ programId }) => programId), ...ofGenre])].slice(0, FOUND_MAX)
    const page = await catalogue.list(viewer, foundTitles(programIds), request)
    // Once a search: its other pages, and what is filtered, are the same search.
    if (request.page === 1 && Object.values(request.filters ?? {}).every((value) => value === undefined)) {
      const first = programIds[0] ?? spoken[0]?.programId
      // A search neither waits for its count nor fails with it.
      void counting.count(viewer, { typed: keyword, query, first, address }).catch(() => undefined)
    }
    return { ...page, didYouMean: corrected && correctedText(keyword, corrected), person: undefined, scenes: spoken }
  }

  /** The scenes in which something is said. */
  function scenesOf(viewer: Viewer, keyword: string): Promise<FoundScene[]> {
    // A member whose parental code is off, or was given.
    const classThree = viewer.kind === 'member' && viewer.unlocked
    const viewerScope = catalogue.viewerScopeOf(viewer)
    return scenes.find({ ...viewerScope, condition: visible(viewerScope), classThree }, readQuery(keyword))
  }

  /** A person without a title that this viewer may see is none for this viewer. */
  async function searchPerson(viewer: Viewer, personId: string, request: ListRequest): Promise<SearchPage> {
    const [page, person, [any]] = await Promise.all([
      catalogue.list(viewer, titlesOfPerson(personId), request),
      findPersonName(db, personId),
      catalogue.first(viewer, titlesOfPerson(personId), 1),
    ])
    if (!person || !any) throw new AppError('NOT_FOUND')
    return { ...page, didYouMean: undefined, person, scenes: [] }
  }

  /** The most popular titles of the genre that was typed. */
  async function titlesOfGenre(viewer: Viewer, { key }: Query): Promise<string[]> {
    const genre = genreFinder.named(key)
    if (genre === undefined) return []
    const request = { filters: { genre: [genre] }, page: 1, pageSize: FOUND_MAX }
    const { titles } = await catalogue.list(viewer, computedScopes.top(), request)
    return titles.map(({ programId }) => programId)
  }

  /** What others search for: titles that were often the first result, then those that are watched most. */
  async function popular(viewer: Viewer, limit: number): Promise<TitleCard[]> {
    const [often, most] = await Promise.all([
      terms.popular(limit * 2).then((programIds) => catalogue.cards(viewer, programIds)),
      catalogue.first(viewer, computedScopes.top(), limit),
    ])
    const known = new Set(often.map(({ programId }) => programId))
    return [...often, ...most.filter(({ programId }) => !known.has(programId))].slice(0, limit)
  }
}

/** The result of a keyword that has nothing to look for. */
const NOTHING: SearchPage = {
  titles: [],
  total: 0,
  facets: { genre: [], year: [], country: [], language: [], vodType: [] },
  didYouMean: undefined,
  person: undefined,
  scenes: [],
}
