import { GENRES, type Genre } from '#contract/genres.ts'
import { keyOf, readUnits } from './normalize.rules.ts'
import type { GenreNames } from './ports.ts'

/** Finds genres by their names in both languages. */
export interface GenreFinder {
  /** The genres whose name begins with the key. A single letter begins too much. */
  startingWith(key: string): Genre[]
  /** The genre whose name is the key; undefined when there is none. */
  named(key: string): Genre | undefined
}

export function createGenreFinder(names: GenreNames): GenreFinder {
  const keys = GENRES.map((genre) => ({
    genre,
    keys: [names[genre].zh, names[genre].en].map((name) => keyOf(readUnits(name))),
  }))
  return {
    startingWith: (key) =>
      key.length < 2 && !/\p{Script=Han}/u.test(key)
        ? []
        : keys.filter((one) => one.keys.some((name) => name.startsWith(key))).map(({ genre }) => genre),
    named: (key) => keys.find((one) => one.keys.includes(key))?.genre,
  }
}
