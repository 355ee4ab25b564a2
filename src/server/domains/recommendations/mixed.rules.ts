import type { Genre } from '#contract/genres.ts'
import type { LocalizedText, RankedTitles, PopularTitle } from '../catalogue/index.ts'
import type { RecommendationReason } from './recommendations-model.ts'

/** What decides which titles are recommended to a profile. */
export type Taste = {
  /** How much of what it likes is of a genre: above 0, at most 1. */
  shares: Readonly<Record<string, number>>
  /** The titles watched last, the last first, with what is like each, the most alike first; null for one that was not compared. */
  recent: readonly { name: LocalizedText; likes: readonly string[] | null }[]
  /** What it has begun or keeps. */
  known: readonly string[]
}

/** Weight of the viewer's preferences: a genre with the whole share ranks this much more often. */
const TASTE_WEIGHT = 4
/** The rank of what is most like the last title, where the most popular of each kind and genre have rank 1. */
const RECENT_STEP = 0.25

/**
 * Alternates between the most popular titles of each kind and first genre, so that no genre dominates the list. For a profile, its
 * preferred genres appear more often, and titles like those that it watched last between them; nothing that it knows.
 * The note is why a title is in it; undefined for its popularity alone.
 */
export function mix(titles: readonly PopularTitle[], taste: Taste | undefined): RankedTitles {
  const rankOf = new Map<string, number>()
  const reasons = new Map<string, RecommendationReason>()
  const likedGenresOf = likedGenres(taste?.shares ?? {})
  for (const { programId, genreRank, genres } of titles) {
    const { share, reason } = likedGenresOf(genres)
    rankOf.set(programId, genreRank / (1 + TASTE_WEIGHT * share))
    if (reason) reasons.set(programId, reason)
  }
  for (const [last, { name, likes }] of (taste?.recent ?? []).entries()) {
    for (const [at, programId] of (likes ?? []).entries()) {
      const rank = RECENT_STEP * (at + 1) * (last + 1)
      if (rank >= (rankOf.get(programId) ?? Infinity)) continue
      rankOf.set(programId, rank)
      reasons.set(programId, { kind: 'becauseWatched', name })
    }
  }
  for (const programId of taste?.known ?? []) rankOf.delete(programId)
  return { ranks: rankOf, noteOf: (programId) => reasons.get(programId) }
}

type LikedGenres = { share: number; reason: RecommendationReason | undefined }

/** How much of a title's genres is liked, and which the most. Titles share their lists of genres: each list is looked at once. */
function likedGenres(shares: Taste['shares']): (genres: readonly string[]) => LikedGenres {
  const known = new Map<readonly string[], LikedGenres>()
  return (genres) => {
    let liked = known.get(genres)
    if (!liked) {
      liked = { share: sum(genres.map((genre) => shares[genre] ?? 0)), reason: reasonOf(mostLiked(genres, shares)) }
      known.set(genres, liked)
    }
    return liked
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const mostLiked = (genres: readonly string[], shares: Taste['shares']): string | undefined =>
  genres
    .filter((genre) => shares[genre] !== undefined)
    .toSorted((a, b) => shares[b]! - shares[a]! || (a < b ? -1 : 1))[0]

const reasonOf = (genre: string | undefined): RecommendationReason | undefined =>
  genre === undefined ? undefined : { kind: 'likedGenre', genre: genre as Genre }

/** Titles in their order, without those that the profile knows. */
export function inOrder(programIds: readonly string[], known: readonly string[]): RankedTitles {
  const rankOf = new Map(programIds.map((programId, rank) => [programId, rank]))
  for (const programId of known) rankOf.delete(programId)
  return { ranks: rankOf, noteOf: () => undefined }
}
