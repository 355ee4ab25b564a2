/**
 * What makes two titles alike, the most telling first. Shared people, tags and genres count each time; co-watching by its strength, and
 * the year by its nearness.
 */
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

/** Titles this many years apart are not near. */
const YEARS = 20

/** How many titles each shared trait brings at most, where a title is compared when it is requested. */
export const CANDIDATES = 200

/** What two titles have in common, as a language neutral code. */
export type SharedTrait = 'coWatched' | 'samePerson' | 'sameTag' | 'sameGenre' | 'none'

/** A title that is like another one, with why. `key` is the person, tag or genre that both have; empty for none. */
export type SimilarTitle = { programId: string; reason: SharedTrait; key: string }

/** From this strength on, co-watching is said before what is in the titles. */
const COWATCHED_SAID = 0.5

/** A title as far as likeness goes. */
export type ComparedTitle = {
  programId: string
  programType: 'movie' | 'drama'
  classify: string
  kids: boolean
  /** May be shown in kids mode. */
  isForKids: boolean
  genres: readonly string[]
  tags: readonly string[]
  country: readonly string[]
  releaseYear: number
  popularity: number
  /** Microseconds since 1970. */
  publishedAt: number
  /** Directors first. */
  people: readonly string[]
  /** Titles that the same accounts watch, with the strength. */
  coWatched: readonly { programId: string; strength: number }[]
}

/** How many titles of its own type, of the other type, and for kids, are kept for each. */
const KEPT = { sameType: 48, otherType: 24, forKids: 24 } as const
/** The most popular titles of a person and of a tag are compared, and by genre alone those of each kind, and the newest of all. */
const [POPULAR_OF_TRAIT, POPULAR_OF_KIND, NEWEST] = [300, 250, 250]

/** A title with numbers instead of ids, which are compared faster. */
type Indexed = Omit<ComparedTitle, 'people' | 'tags' | 'genres' | 'coWatched'> & {
  people: readonly number[]
  tags: readonly number[]
  genres: readonly number[]
}

/** What titles have in common with others. */
export interface Comparison {
  /** The titles like one, the most alike first. None for an unknown title. */
  similarTo(programId: string): SimilarTitle[]
}

/** Prepares comparing titles with all others. */
export function createComparison(all: readonly ComparedTitle[]): Comparison {
  const sources = all.toSorted((a, b) => b.popularity - a.popularity || (a.programId < b.programId ? -1 : 1))
  const numberOf = createNumbers()
  const titles = sources.map((title): Indexed => ({
    ...title,
    people: [...new Set(title.people)].map(numberOf),
    tags: title.tags.map(numberOf),
    genres: title.genres.map(numberOf),
  }))
  const indexOf = new Map(titles.map(({ programId }, index) => [programId, index]))
  const byPerson = invert(titles, ({ people }) => people)
  const byTag = invert(titles, ({ tags }) => tags)
  const ofGenres = [...mostPopular(titles), ...newest(titles)]
  return { similarTo }

  function similarTo(programId: string): SimilarTitle[] {
    const at = indexOf.get(programId)
    if (at === undefined) return []
    const base = titles[at]!
    const coWatched = new Map(sources[at]!.coWatched.map((other) => [indexOf.get(other.programId), other.strength]))
    const [same, others, kids] = [createTop(KEPT.sameType), createTop(KEPT.otherType), createTop(KEPT.forKids)]
    for (const index of candidatesOf(base, coWatched.keys())) {
      if (index === at) continue
      const title = titles[index]!
      const strength = coWatched.get(index) ?? 0
      // What is equally alike stands by popularity, which is the order of the titles.
      const score = likeness(base, title) + LIKENESS.coWatched * strength - index / titles.length / 1_000
      const scored = { index, score }
      if (title.programType === base.programType) same.add(scored)
      else others.add(scored)
      if (base.isForKids && title.isForKids) kids.add(scored)
    }
    const kept = new Set([...same.list(), ...others.list(), ...kids.list()])
    return [...kept]
      .toSorted((a, b) => b.score - a.score)
      .map(({ index }) => ({
        programId: titles[index]!.programId,
        ...traitOf(sources[at]!, sources[index]!, coWatched.get(index)),
      }))
  }

  function candidatesOf({ people, tags, genres }: Indexed, coWatched: Iterable<number | undefined>): Set<number> {
    const found = new Set<number>()
    for (const person of people) for (const index of byPerson.get(person)!) found.add(index)
    for (const tag of tags) for (const index of byTag.get(tag)!) found.add(index)
    for (const index of ofGenres) if (shared(titles[index]!.genres, genres) > 0) found.add(index)
    for (const index of coWatched) if (index !== undefined) found.add(index)
    return found
  }
}

/** How alike two titles are by what is in them. */
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

/** The most telling of what two titles have in common. */
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

/** Numbers texts in the order in which they come. */
function createNumbers(): (text: string) => number {
  const numbers = new Map<string, number>()
  return (text) => {
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
    return known
  }
}

/** The indexes of the most popular titles with each trait. */
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

/** @param titles the most popular first */
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

/** The best of many, as far as `most`. */
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
