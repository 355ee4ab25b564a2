import {
  openLicences,
  VOD_TYPE_OF,
  type PublishedWriting,
  type TitleImages,
  type LocalizedText,
} from '#server/domains/catalogue/index.ts'
import type { Genre } from '#contract/genres.ts'
import type { Restriction } from '#contract/restrictions.ts'

/** A title in `titles.json`. */
export type SeedTitle = {
  id: string
  kind: 'movie' | 'drama' | 'kids' | 'variety'
  titleZh: string
  titleEn: string
  aliasZh?: string[]
  aliasEn?: string[]
  taglineZh: string
  taglineEn: string
  synopsisZh: string
  synopsisEn: string
  director: LocalizedText
  cast: LocalizedText[]
  genres: Genre[]
  tags: { id: string; zh: string; en: string }[]
  country: LocalizedText
  year: number
  class: Restriction
  warningZh?: string
  warningEn?: string
  vodTypes: (keyof typeof VOD_TYPE_OF)[]
  credits?: number
  kids: boolean
  images: { poster: string; wide: string; artPortrait: string; artLandscape: string; hero?: string }
  episodes?: SeedEpisode[]
  /** Seconds of its clip: the name's appearance, its end, and the credits. */
  points?: { startShowPoint: number; startPosition: number; endPosition: number }
}

/** An episode in `titles.json`. */
export type SeedEpisode = {
  n: number
  titleZh: string
  titleEn: string
  synopsisZh: string
  synopsisEn: string
  still?: string
}

/** A person in `people.json`. */
export type SeedPerson = { id: string; zh: string; en: string }

/** Context for mapping a title. */
export type MappingContext = {
  people: ReadonlyMap<string, string>
  images: TitleImages
  stills: ReadonlyMap<string, string>
  popularity: number
  publishedAt: Temporal.Instant
}

const COUNTRY_CODE: Record<string, string> = {
  香港: 'HK',
  澳門: 'MO',
  台灣: 'TW',
  新加坡: 'SG',
  日本: 'JP',
  中國內地: 'CN',
}

/** Maps a demo title to the specification: kind, VOD types, class, countries, language, licence (catalogue README). */
export function draftOf(title: SeedTitle, context: MappingContext): PublishedWriting {
  const person = (name: LocalizedText) => ({ personId: personIdOf(context.people, name), name })
  return {
    programId: title.id,
    programType: isSeries(title) ? 'drama' : 'movie',
    classify: title.kind,
    title: { zh: title.titleZh, en: title.titleEn },
    aliases: { zh: title.aliasZh ?? [], en: title.aliasEn ?? [] },
    tagline: { zh: title.taglineZh, en: title.taglineEn },
    description: { zh: title.synopsisZh, en: title.synopsisEn },
    warning: { zh: title.warningZh ?? '', en: title.warningEn ?? '' },
    genres: title.genres,
    tags: title.tags.map(({ id, zh, en }) => ({ tagId: id, name: { zh, en } })),
    country: countriesOf(title.country),
    locale: 'yue-HK',
    restriction: title.class,
    vodTypes: title.vodTypes.map((word) => VOD_TYPE_OF[word]),
    credits: title.credits ?? 0,
    kids: title.kids,
    releaseYear: title.year,
    popularity: context.popularity,
    images: context.images,
    directors: [person(title.director)],
    actors: title.cast.map(person),
    licences: openLicences(context.publishedAt),
    episodes: (title.episodes ?? []).map((episode) => ({ ...title.points, ...episodeOf(episode, context.stills) })),
    publishedAt: context.publishedAt,
  }
}

/** A title of any kind with episodes is a series. */
export const isSeries = ({ episodes = [] }: SeedTitle): boolean => episodes.length > 0

const episodeOf = ({ n, still, ...texts }: SeedEpisode, stills: ReadonlyMap<string, string>) => ({
  season: 1,
  episode: n,
  title: { zh: texts.titleZh, en: texts.titleEn },
  description: { zh: texts.synopsisZh, en: texts.synopsisEn },
  ...(still !== undefined && { image: stills.get(still) ?? '' }),
})

/** Maps 香港／澳門 to HK, MO. */
export function countriesOf({ zh }: LocalizedText): string[] {
  return zh.split('／').map((name) => {
    const code = COUNTRY_CODE[name]
    if (!code) throw new Error(`titles.json: no code for the country ${name}`)
    return code
  })
}

function personIdOf(people: ReadonlyMap<string, string>, { zh }: LocalizedText): string {
  const id = people.get(zh)
  if (!id) throw new Error(`people.json: no entry for ${zh}`)
  return id
}
