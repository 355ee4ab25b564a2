import type { Scene, Suggestion } from '#contract/search.ts'
import type { Language } from '#contract/languages.ts'
import type { SearchPage, Suggestions } from '#server/domains/search/index.ts'
import { titles as en } from '#text/en_US/titles.ts'
import { titles as zh } from '#text/zh_HK/titles.ts'

type ToImageUrl = (key: string) => string

type Localized = { zh: string; en: string }

const textsOf = ({ zh, en }: Localized, language: Language): { text: string; otherText: string } =>
  language === 'zh_HK' ? { text: zh, otherText: en } : { text: en, otherText: zh }

/** Suggestions in the order of their sections: titles, people, genres. */
export function toSuggestList(
  { titles, people, genres }: Suggestions,
  { language, imageUrl }: { language: Language; imageUrl: ToImageUrl },
): Suggestion[] {
  return [
    ...titles.map(({ title, match, programId, programType, image, restriction, releaseYear }) => ({
      kind: 'title' as const,
      ...textsOf(title, language),
      ...match,
      programId,
      programType,
      imageURL: imageUrl(image),
      restriction,
      releaseYear,
    })),
    ...people.map(({ name, match, personId, titles: count, directs }) => ({
      kind: 'person' as const,
      ...textsOf(name, language),
      ...match,
      personId,
      titles: count,
      directs,
    })),
    ...genres.map(({ genre, match }) => ({
      kind: 'genre' as const,
      ...textsOf({ zh: zh.genres[genre], en: en.genres[genre] }, language),
      ...match,
      genre,
    })),
  ]
}

/** Scenes; those of a film have no season and episode. */
export const toSceneList = (scenes: SearchPage['scenes'], language: Language): Scene[] =>
  scenes.map(({ title, season, episode, ...scene }) => ({
    ...scene,
    title: textsOf(title, language).text,
    ...(episode > 0 && { season, episode }),
  }))
