import type { Comment, TitleRating } from '#contract/comments.ts'
import { byStars, type ListedComment, type OwnRating } from '#server/domains/comments/index.ts'
import { wireInstant } from '../instants.ts'

/** Two decimals say enough of a mean. */
const rounded = (value: number): number => Math.round(value * 100) / 100

const starsOf = (halves: number | null): number | null => halves && halves / 2

export const toRating = ({ rating, score, votes, counts, mine }: OwnRating): TitleRating => ({
  rating: rounded(rating),
  score: rounded(score),
  votes,
  byStars: byStars(counts),
  mine: starsOf(mine),
})

export const toComment = (
  { avatarId, halves, createdAt, editedAt, ...comment }: ListedComment,
  avatarUrl: (avatarId: string) => string,
): Comment => ({
  ...comment,
  avatarURL: avatarUrl(avatarId),
  score: starsOf(halves),
  createdAt: wireInstant(createdAt),
  edited: editedAt !== null,
})
