import { mayRecommend } from './classes.rules.ts'
import type { Restriction } from '#contract/restrictions.ts'

/** Weights: people, tags and genres per match, co-watching by strength, year by distance. */
export const LIKENESS = {
  coWatched: 8,
  person: 4,
  tag: 3,
  genre: 2,
  kids: 4,
  classify: 2,
  country: 1,
  year: 0.5,
} as const

/** Maximum distance. */
const YEARS = 20

/** Per shared trait, for comparison on request. */
export const CANDIDATES = 200

export type SharedTrait = 'coWatched' | 'samePerson' | 'sameTag' | 'sameGenre' | 'none'

/** `key`: the shared person, tag or genre, or empty. */
export type SimilarTitle = { programId: string; reason: SharedTrait; key: string }

/** Strength that makes co-watching the reason. */
const COWATCHED_SAID = 0.5

export type ComparedTitle = {
  programId: string
  programType: 'movie' | 'drama'
  classify: string
  kids: boolean
  isForKids: boolean
  restriction: Restriction
  genres: readonly string[]
  tags: readonly string[]
  country: readonly string[]
  releaseYear: number
  popularity: number
  /** Microseconds since 1970. */
  publishedAt: number
  /** Directors first. */
  people: readonly string[]
  coWatched: readonly { programId: string; strength: number }[]
}

/** Per title. */
const KEPT = { sameType: 48, otherType: 24, forKids: 24 } as const
/** Compared candidates: by person or tag, by genre and kind, and newest. */
const [POPULAR_OF_TRAIT, POPULAR_OF_KIND, NEWEST] = [300, 250, 250]

/** Numbers compare faster than ids. */
type Indexed = Omit<ComparedTitle, 'people' | 'tags' | 'genres' | 'coWatched'> & {
  people: readonly number[]
  tags: readonly number[]
  genres: readonly number[]
}

/** Titles prepared for comparison; most popular first. */
export interface TitleIndex {
  readonly sources: readonly ComparedTitle[]
  readonly titles: readonly Indexed[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly byPerson: ReadonlyMap<number, readonly number[]>
  readonly byTag: ReadonlyMap<number, readonly number[]>
  readonly ofGenres: readonly number[]
}

export function indexTitles(all: readonly ComparedTitle[]): TitleIndex {
  const sources = all.toSorted((a, b) => b.popularity - a.popularity || (a.programId < b.programId ? -1 : 1))
  const numberOf = createNumbers()
  const titles = sources.map((title): Indexed => ({
    ...title,
    people: [...new Set(title.people)].map(numberOf),
    tags: title.tags.map(numberOf),
    genres: title.genres.map(numberOf),
  }))
  return {
    sources,
    titles,
    indexOf: new Map(titles.map(({ programId }, index) => [programId, index])),
    byPerson: invert(titles, ({ people }) => people),
    byTag: invert(titles, ({ tags }) => tags),
    ofGenres: [...mostPopular(titles), ...newest(titles)],
  }
}

/** Most alike first. */
export function similarTo(index: TitleIndex, programId: string): SimilarTitle[] {
  const { sources, titles, indexOf } = index
  const at = indexOf.get(programId)
  if (at === undefined) return []
  const base = titles[at]!
  const coWatched = new Map(sources[at]!.coWatched.map(({ programId, strength }) => [indexOf.get(programId), strength]))
  const [same, others, kids] = [createTop(KEPT.sameType), createTop(KEPT.otherType), createTop(KEPT.forKids)]
  for (const other of candidatesOf(index, base, coWatched.keys())) {
    const title = titles[other]!
    if (other === at || !mayRecommend(title.restriction, base.restriction)) continue
    const strength = coWatched.get(other) ?? 0
    // Ties by popularity, the order of the titles.
    const score = likeness(base, title) + LIKENESS.coWatched * strength - other / titles.length / 1_000
    const scored = { index: other, score }
    if (title.programType === base.programType) same.add(scored)
    else others.add(scored)
    if (base.isForKids && title.isForKids) kids.add(scored)
  }
  const kept = new Set([...same.list(), ...others.list(), ...kids.list()])
  return [...kept]
    .toSorted((a, b) => b.score - a.score)
    .map(({ index: other }) => ({
      programId: titles[other]!.programId,
      ...traitOf(sources[at]!, sources[other]!, coWatched.get(other)),
    }))
}

function candidatesOf(
  { titles, byPerson, byTag, ofGenres }: TitleIndex,
  { people, tags, genres }: Indexed,
  coWatched: Iterable<number | undefined>,
): Set<number> {
  const found = new Set<number>()
  for (const person of people) for (const index of byPerson.get(person)!) found.add(index)
  for (const tag of tags) for (const index of byTag.get(tag)!) found.add(index)
  for (const index of ofGenres) if (shared(titles[index]!.genres, genres) > 0) found.add(index)
  for (const index of coWatched) if (index !== undefined) found.add(index)
  return found
}

function likeness(base: Indexed, title: Indexed): number {
  return (
    LIKENESS.person * shared(title.people, base.people) +
    LIKENESS.tag * shared(title.tags, base.tags) +
    LIKENESS.genre * shared(title.genres, base.genres) +
    (title.kids === base.kids ? LIKENESS.kids : 0) +
    (title.classify === base.classify ? LIKENESS.classify : 0) +
    (title.country[0] === base.country[0] ? LIKENESS.country : 0) +
    LIKENESS.year * Math.max(0, 1 - Math.abs(title.releaseYear - base.releaseYear) / YEARS)
  )
}

function traitOf(base: ComparedTitle, title: ComparedTitle, strength = 0): Omit<SimilarTitle, 'programId'> {
  if (strength >= COWATCHED_SAID) return { reason: 'coWatched', key: '' }
  const person = title.people.find((id) => base.people.includes(id))
  if (person !== undefined) return { reason: 'samePerson', key: person }
  const tag = title.tags.filter((id) => base.tags.includes(id)).toSorted()[0]
  if (tag !== undefined) return { reason: 'sameTag', key: tag }
  if (strength > 0) return { reason: 'coWatched', key: '' }
  const genre = base.genres.find((one) => title.genres.includes(one))
  return genre === undefined ? { reason: 'none', key: '' } : { reason: 'sameGenre', key: genre }
}

function shared(one: readonly number[], other: readonly number[]): number {
  let count = 0
  for (const value of one) if (other.includes(value)) count++
  return count
}

function createNumbers(): (text: string) => number {
  const numbers = new Map<string, number>()
  return (text) => {
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
    return known
  }
}

/** Most popular titles of each trait. */
function invert(titles: readonly Indexed[], traitsOf: (title: Indexed) => readonly number[]): Map<number, number[]> {
  const indexes = new Map<number, number[]>()
  for (const [index, title] of titles.entries()) {
    for (const trait of traitsOf(title)) {
      const found = indexes.get(trait)
      if (found && found.length >= POPULAR_OF_TRAIT) continue
      if (found) found.push(index)
      else indexes.set(trait, [index])
    }
  }
  return indexes
}

/** @param titles most popular first */
function mostPopular(titles: readonly Indexed[]): number[] {
  const ofKind = new Map<string, number>()
  return [...titles.keys()].filter((index) => {
    const kind = titles[index]!.classify
    const count = (ofKind.get(kind) ?? 0) + 1
    ofKind.set(kind, count)
    return count <= POPULAR_OF_KIND
  })
}

const newest = (titles: readonly Indexed[]): number[] =>
  [...titles.keys()].sort((a, b) => titles[b]!.publishedAt - titles[a]!.publishedAt).slice(0, NEWEST)

type Scored = { index: number; score: number }

function createTop(most: number) {
  const best: Scored[] = []
  return {
    list: (): readonly Scored[] => best,
    add(scored: Scored): void {
      if (best.length === most && best[most - 1]!.score >= scored.score) return
      let at = best.length
      while (at > 0 && best[at - 1]!.score < scored.score) at--
      best.splice(at, 0, scored)
      if (best.length > most) best.pop()
    },
  }
}
