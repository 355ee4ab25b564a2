import type { Restriction } from '#contract/restrictions.ts'
import type { Genre } from '#contract/genres.ts'
import type { LocalizedText, RankedTitles, PopularTitle } from '../catalogue/index.ts'

/**
 * Why a title is recommended: it is similar to a watched one, its genre is one that the profile likes, or it is among the most
 * watched of that genre. Why a title is similar: the most specific thing that both have, or that the same viewers watch both.
 */
export type RecommendationReason =
  | { kind: 'likedGenre' | 'popularGenre' | 'sameGenre'; genre: Genre }
  | { kind: 'sameDirector' | 'samePerson' | 'sameTag' | 'becauseWatched'; name: LocalizedText }
  | { kind: 'coWatched' }

export type Taste = {
  /** By genre, in (0, 1]. */
  shares: Readonly<Record<string, number>>
  /** Last watched first; `likes` most alike first, null until compared. */
  recent: readonly { name: LocalizedText; restriction: Restriction; likes: readonly string[] | null }[]
  known: readonly string[]
}

/** A genre with the whole share ranks this much more often. */
const TASTE_WEIGHT = 4
/** In units of the distance between popular titles of a kind and genre. */
const RECENT_STEP = 0.25

/**
 * Alternates kinds and first genres, so that none dominates. Prefers liked genres and inserts titles like the last watched ones.
 * Popular titles of class III are for those who watched one lately.
 * The note is the reason; undefined for popularity.
 */
export function mix(titles: readonly PopularTitle[], taste: Taste | undefined): RankedTitles {
  const rankOf = new Map<string, number>()
  const reasons = new Map<string, RecommendationReason>()
  const likedGenresOf = likedGenres(taste?.shares ?? {})
  const hasWatchedIII = taste?.recent.some(({ restriction }) => restriction === 'III') ?? false
  for (const { programId, genreRank, genres, restriction } of titles) {
    if (restriction === 'III' && !hasWatchedIII) continue
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

/** Cached per list of genres, which titles share. */
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

/** Without known titles. */
export function inOrder(programIds: readonly string[], known: readonly string[]): RankedTitles {
  const rankOf = new Map(programIds.map((programId, rank) => [programId, rank]))
  for (const programId of known) rankOf.delete(programId)
  return { ranks: rankOf, noteOf: () => undefined }
}
