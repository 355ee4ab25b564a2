import { GENRES } from '#contract/genres.ts'
import type { GenreNames } from '#server/domains/search/index.ts'
import { titles as en } from '#text/en_US/titles.ts'
import { titles as zh } from '#text/zh_HK/titles.ts'

/** In both languages, for search. */
export const GENRE_NAMES = Object.fromEntries(
  GENRES.map((genre) => [genre, { zh: zh.genres[genre], en: en.genres[genre] }]),
) as GenreNames
