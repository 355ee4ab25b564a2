import type { Genre } from '#contract/genres.ts'
import { SUGGESTIONS } from '#contract/search.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import { type Catalogue, type LocalizedText, visible } from '../catalogue/index.ts'
import type { Viewer } from '../viewer.ts'
import type { Searcher } from './find.repo.ts'
import type { Finder } from './find.service.ts'
import { genresOf } from './genres.rules.ts'
import { type Match, matchOf } from './matched.rules.ts'
import type { GenreNames } from './ports.ts'
import { type Query, readQuery } from './query.rules.ts'
import { findPeople, findShown, type ShownPerson, type ShownTitle } from './shown.repo.ts'

/** What is offered while somebody types. */
export type Suggestions = {
  titles: (ShownTitle & { match: Match })[]
  people: (ShownPerson & { match: Match })[]
  genres: { genre: Genre; match: Match }[]
}

type SuggestionsDeps = { db: Kysely<Database>; catalogue: Catalogue; genreNames: GenreNames; finder: Finder }

/** Who searches, with what they may see. */
export function searcherOf(viewer: Viewer, catalogue: Catalogue): Searcher {
  const audience = catalogue.audienceOf(viewer)
  return { region: audience.region, kids: audience.kids, condition: visible(audience) }
}

/** Suggests titles, people and genres. */
export function createSuggestions({ db, catalogue, genreNames, finder }: SuggestionsDeps) {
  return { suggest }

  /** What may be meant by what was typed so far. Nothing for what has neither letter nor digit. */
  async function suggest(viewer: Viewer, typed: string): Promise<Suggestions> {
    const query = readQuery(typed)
    if (query.key === '') return { titles: [], people: [], genres: [] }
    const searcher = searcherOf(viewer, catalogue)
    const [titles, people] = await Promise.all([titlesLike(searcher, query), peopleLike(searcher, query)])
    const genres = genresOf(query.key, genreNames).slice(0, SUGGESTIONS.genre)
    return { titles, people, genres: genres.map((genre) => ({ genre, match: matchOfName(genreNames[genre], query) })) }
  }

  async function titlesLike(searcher: Searcher, query: Query): Promise<Suggestions['titles']> {
    const { found, corrected } = await finder.find(searcher, query, SUGGESTIONS.title)
    if (found.length === 0) return []
    const key = query.toneless ?? query.key
    const shown = await findShown(db, { titleIds: found.map(({ titleId }) => titleId), key })
    const byId = new Map(shown.map((title) => [title.programId, title]))
    const meant = corrected ? { ...query, key: corrected.to, toneless: undefined } : query
    return found.flatMap(({ programId }) => {
      const title = byId.get(programId)
      return title ? [{ ...title, match: matchOf({ ...title.title, ...title }, meant) }] : []
    })
  }

  /** A single letter begins too many names. */
  async function peopleLike({ condition }: Searcher, query: Query): Promise<Suggestions['people']> {
    const key = query.toneless ?? query.key
    if (key.length < 2 && /^[a-z0-9]*$/.test(key)) return []
    const people = await findPeople(db, { key, limit: SUGGESTIONS.person, condition })
    return people.map((person) => ({ ...person, match: matchOfName(person.name, query) }))
  }
}

const matchOfName = (name: LocalizedText, query: Query): Match => matchOf({ ...name, aliases: [], people: [] }, query)
