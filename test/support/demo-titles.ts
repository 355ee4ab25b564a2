import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Genre } from '#contract/genres.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { PublishedWriting } from '#server/domains/catalogue/index.ts'

type Name = { zh: string; en: string }

/** What search reads of a title of `seed/titles.json`. */
type DemoTitle = {
  id: string
  titleZh: string
  titleEn: string
  aliasZh?: string[]
  aliasEn?: string[]
  director: Name
  cast: Name[]
  genres: Genre[]
  class: Restriction
  year: number
  kids: boolean
}

const SEED = join(import.meta.dirname, '..', '..', 'seed')

/** The titles of the demo catalogue with their names and people, without images and media. */
export async function demoTitles(publishedAt: Temporal.Instant): Promise<PublishedWriting[]> {
  const titles = JSON.parse(await readFile(join(SEED, 'titles.json'), 'utf8')) as DemoTitle[]
  const person = (name: Name) => ({ personId: name.en.toLowerCase().replaceAll(/[^a-z]+/g, '-'), name })
  return titles.map((title, n) => ({
    programId: title.id,
    programType: 'movie',
    classify: title.kids ? 'kids' : 'movie',
    title: { zh: title.titleZh, en: title.titleEn },
    aliases: { zh: title.aliasZh ?? [], en: title.aliasEn ?? [] },
    genres: title.genres,
    restriction: title.class,
    vodTypes: ['FREE TO WATCH'],
    kids: title.kids,
    releaseYear: title.year,
    popularity: 10_000 - 100 * n,
    directors: [person(title.director)],
    actors: title.cast.map(person),
    publishedAt,
  }))
}
