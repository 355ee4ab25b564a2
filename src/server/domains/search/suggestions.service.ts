import type { Genre } from '#contract/genres.ts'
import { SUGGESTIONS } from '#contract/search.ts'
import type { LocalizedText } from '../catalogue/index.ts'
import type { Viewer } from '../viewer.ts'
import type { Finder } from './find.service.ts'
import { createGenreFinder } from './genres.rules.ts'
import type { Lookup, Lookups } from './lookups.service.ts'
import { type Match, matchOf } from './matched.rules.ts'
import type { GenreNames } from './ports.ts'
import { correctedKey, type Query, readQuery } from './query.rules.ts'
import type { ShownPerson, ShownTitle } from './shown.repo.ts'

/** What is offered while somebody types. */
export type Suggestions = {
  titles: (ShownTitle & { match: Match })[]
  people: (ShownPerson & { match: Match })[]
  genres: { genre: Genre; match: Match }[]
}

type SuggestionsDeps = { genreNames: GenreNames; finder: Finder; lookups: Lookups }

/** Suggests titles, people and genres. */
export function createSuggestions({ genreNames, finder, lookups }: SuggestionsDeps) {
  const genreFinder = createGenreFinder(genreNames)
  return { suggest }

  /** What may be meant by what was typed so far. Nothing for what has neither letter nor digit. */
  async function suggest(viewer: Viewer, typed: string): Promise<Suggestions> {
    const query = readQuery(typed)
    if (query.key === '') return { titles: [], people: [], genres: [] }
    const { titles, people } = await lookups.use(viewer, async (lookup) => {
      const [titles, people] = await Promise.all([titlesLike(lookup, query), peopleLike(lookup, query)])
      return { titles, people }
    })
    const genres = genreFinder.startingWith(query.key).slice(0, SUGGESTIONS.genre)
    return { titles, people, genres: genres.map((genre) => ({ genre, match: matchOfName(genreNames[genre], query) })) }
  }

  async function titlesLike(lookup: Lookup, query: Query): Promise<Suggestions['titles']> {
    const { found, corrected } = await finder.find(lookup, query, SUGGESTIONS.title)
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
}

const matchOfName = (name: LocalizedText, query: Query): Match => matchOf({ ...name, aliases: [], people: [] }, query)
