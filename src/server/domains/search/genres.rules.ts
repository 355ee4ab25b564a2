import { GENRES, type Genre } from '#contract/genres.ts'
import { keyOf, readUnits } from './normalize.rules.ts'
import type { GenreNames } from './ports.ts'

/** The genres whose name, in either language, begins with the key. A single letter begins too much. */
export function genresOf(key: string, names: GenreNames): Genre[] {
  if (key.length < 2 && !/\p{Script=Han}/u.test(key)) return []
  return GENRES.filter((genre) =>
    [names[genre].zh, names[genre].en].some((name) => keyOf(readUnits(name)).startsWith(key)),
  )
}

/** The genre whose name is the key; undefined when there is none. */
export const genreOf = (key: string, names: GenreNames): Genre | undefined =>
  GENRES.find((genre) => [names[genre].zh, names[genre].en].some((name) => keyOf(readUnits(name)) === key))
