import type { Genre } from '#contract/genres.ts'
import type { LocalizedText } from '../catalogue/index.ts'

/**
 * Why a title is recommended: it is like one that the profile watched, its genre is one that the profile likes, or it is among the most
 * watched of it. Why one is similar: the most telling of what both have, or that the same viewers watch both.
 */
export type RecommendationReason =
  | { kind: 'likedGenre' | 'popularGenre' | 'sameGenre'; genre: Genre }
  | { kind: 'samePerson' | 'sameTag' | 'becauseWatched'; name: LocalizedText }
  | { kind: 'coWatched' }
