import * as endpoints from '#contract/comments.ts'
import type { Comment, TitleRating } from '#contract/comments.ts'
import { inProfile } from '#server/domains/library/index.ts'
import { bind } from '../bind.ts'
import { byStars, type ListedComment, type OwnRating } from '#server/domains/comments/index.ts'
import { wireInstant } from '../instants.ts'

export const comments = bind(endpoints, ({ comments, profiles }) => ({
  getRating: async (viewer, { programId }) => toRating(await comments.ratings.find(viewer, programId)),

  createRating: async (viewer, { programId, score }, { address }) =>
    toRating(await comments.ratings.rate(inProfile(viewer), { programId, halves: score * 2 }, { address })),

  removeRating: async (viewer, { programId }, { address }) =>
    toRating(await comments.ratings.remove(inProfile(viewer), programId, { address })),

  commentList: async (viewer, { pageSize = endpoints.COMMENTS_PAGE_SIZE, ...request }) => {
    const [{ list, unpublished, total }, avatarUrl] = await Promise.all([
      comments.list(viewer, { ...request, pageSize }),
      profiles.avatars.urls(),
    ])
    const all = (found: typeof list) => found.map((comment) => toComment(comment, avatarUrl))
    return { list: all(list), unpublished: all(unpublished), page: request.page, pageSize, total }
  },

  createComment: async (viewer, draft, { address }) => comments.writing.write(inProfile(viewer), draft, { address }),

  updateComment: async (viewer, draft, { address }) => comments.writing.edit(inProfile(viewer), draft, { address }),

  deleteComment: async (viewer, { commentId }) => {
    await comments.writing.remove(inProfile(viewer), commentId)
    return {}
  },

  likeComment: async (viewer, opinion, { address }) => comments.opinions.like(inProfile(viewer), opinion, { address }),

  reportComment: async (viewer, report, { address }) => {
    await comments.opinions.report(inProfile(viewer), report, { address })
    return {}
  },
}))

const rounded = (value: number): number => Math.round(value * 100) / 100

const starsOf = (halves: number | null): number | null => halves && halves / 2

const toRating = ({ rating, score, votes, counts, mine }: OwnRating): TitleRating => ({
  rating: rounded(rating),
  score: rounded(score),
  votes,
  byStars: byStars(counts),
  mine: starsOf(mine),
})

const toComment = (
  { avatarId, halves, createdAt, editedAt, ...comment }: ListedComment,
  avatarUrl: (avatarId: string) => string,
): Comment => ({
  ...comment,
  avatarURL: avatarUrl(avatarId),
  score: starsOf(halves),
  createdAt: wireInstant(createdAt),
  edited: editedAt !== null,
})
