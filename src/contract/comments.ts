import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { page, paged, pageSize } from './paging.ts'
import { countGraphemes, withoutInvisible } from './visible-text.ts'
import { emptyOutput, flag, id, instant } from './wire-values.ts'

/** Without votes (SPEC section 9); screens show 未有評分. */
export const DEFAULT_RATING = 3.5

/** Graphemes (SPEC section 5). */
export const COMMENT_LENGTH = { min: 50, max: 500 } as const
export const COMMENTS_PER_TITLE = 5
export const COMMENTS_PAGE_SIZE = 10
export const RATING_STARS = { min: 1, max: 5, step: 0.5 } as const

/** `waiting` and `rejected` are seen by the author only. */
export const COMMENT_STATUSES = ['waiting', 'published', 'rejected'] as const
export type CommentStatus = (typeof COMMENT_STATUSES)[number]

export const COMMENT_SORTS = ['newest', 'liked'] as const
export type CommentSort = (typeof COMMENT_SORTS)[number]

/** Why operators reject a comment; its author is told. */
export const REJECTION_REASONS = [
  'unmarkedSpoiler',
  'attack',
  'advert',
  'personalData',
  'offTopic',
  'abusiveLanguage',
  'other',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

export const REPORT_REASONS = ['spoiler', 'abuse', 'advert'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** Composed, without what cannot be seen, with at most one empty line and three marks on a letter. */
export const normalizeComment = (typed: string): string =>
  withoutInvisible(typed.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' '))
    .normalize('NFC')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

export const commentLength = (typed: string): number => countGraphemes(normalizeComment(typed))

export const isCommentLength = (length: number): boolean => length >= COMMENT_LENGTH.min && length <= COMMENT_LENGTH.max

const commentText = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(10_000, { error: 'COMMENT_LENGTH', abort: true })),
    z.transform(normalizeComment),
  ),
  z.string().check(z.refine((text) => isCommentLength(countGraphemes(text)), { error: 'COMMENT_LENGTH' })),
)

/** Half stars: 2 to 10 for 1 to 5. */
const stars = z.pipe(
  z.pipe(z.union([z.number(), z.string().check(z.regex(/^[1-5](?:\.[05])?$/))]), z.transform(Number)),
  z.number().check(
    z.minimum(RATING_STARS.min),
    z.maximum(RATING_STARS.max),
    z.refine((score) => Number.isInteger(score / RATING_STARS.step)),
  ),
)

const ratingFields = {
  /** The mean; 3.5 without votes. */
  rating: z.number(),
  score: z.number(),
  votes: z.number(),
  /** By whole stars, one star first. Half a star counts for the star above. */
  byStars: z.array(z.number()),
  mine: z.nullable(z.number()),
}
export const titleRating = z.object(ratingFields)
export type TitleRating = z.output<typeof titleRating>

export const comment = z.object({
  commentId: id,
  text: z.string(),
  spoiler: z.boolean(),
  name: z.string(),
  avatarURL: z.string(),
  score: z.nullable(z.number()),
  likes: z.number(),
  status: z.enum(COMMENT_STATUSES),
  createdAt: instant,
  edited: z.boolean(),
  own: z.boolean(),
  liked: z.boolean(),
  reported: z.boolean(),
})
export type Comment = z.output<typeof comment>

export const getRating = endpoint({
  wire: 'v2',
  path: '/rating/get',
  viewer: 'anyone',
  summary: 'The rating of a title, how it is spread, and the vote of the account.',
  input: z.object({ programId: id }),
  output: titleRating,
  refuses: ['NOT_FOUND'],
})

export const createRating = endpoint({
  wire: 'v2',
  path: '/rating/create',
  viewer: 'member',
  changes: true,
  summary: 'Rates a title from 1 to 5 by halves. An account has one vote; rating again replaces it.',
  input: z.object({ programId: id, score: stars }),
  output: titleRating,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'EMAIL_NEEDED', 'TOO_MANY_TRIES'],
})

export const removeRating = endpoint({
  wire: 'v2',
  path: '/rating/remove',
  viewer: 'member',
  changes: true,
  summary: 'Removes the vote of the account.',
  input: z.object({ programId: id }),
  output: titleRating,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'TOO_MANY_TRIES'],
})

export const commentList = endpoint({
  wire: 'v2',
  path: '/comment/list',
  viewer: 'anyone',
  summary: 'The published comments on a title; of a member also those of its own that are not published.',
  input: z.object({ programId: id, page, pageSize, sort: z._default(z.enum(COMMENT_SORTS), 'newest') }),
  output: z.object({
    list: z.array(comment),
    /** The account's own that are waiting or rejected, the newest first: on the first page. */
    unpublished: z.array(comment),
    ...paged,
  }),
  refuses: ['NOT_FOUND'],
})

const written = z.object({ commentId: id, status: z.enum(COMMENT_STATUSES) })

export const createComment = endpoint({
  wire: 'v2',
  path: '/comment/create',
  viewer: 'member',
  changes: true,
  summary:
    'Comments on a title: 50 to 500 characters, by an account with a verified e-mail address. Idempotent by its text.',
  input: z.object({ programId: id, text: commentText, spoiler: z._default(flag, false) }),
  output: written,
  refuses: [
    'NOT_FOUND',
    'NOT_ALLOWED',
    'COMMENTS_CLOSED',
    'EMAIL_NEEDED',
    'INVALID_INPUT',
    'CONFLICT',
    'TOO_MANY_TRIES',
  ],
})

export const updateComment = endpoint({
  wire: 'v2',
  path: '/comment/update',
  viewer: 'member',
  changes: true,
  summary: 'Changes a comment of the account, which may be reviewed again. A changed text loses its likes.',
  input: z.object({ commentId: id, text: commentText, spoiler: z._default(flag, false) }),
  output: written,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'COMMENTS_CLOSED', 'EMAIL_NEEDED', 'INVALID_INPUT', 'TOO_MANY_TRIES'],
})

export const deleteComment = endpoint({
  wire: 'v2',
  path: '/comment/delete',
  viewer: 'member',
  changes: true,
  summary: 'Deletes a comment of the account.',
  input: z.object({ commentId: id }),
  output: emptyOutput,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED'],
})

export const likeComment = endpoint({
  wire: 'v2',
  path: '/comment/like',
  viewer: 'member',
  changes: true,
  summary: 'Likes another account’s comment, once per account; `liked: false` withdraws it.',
  input: z.object({ commentId: id, liked: z._default(flag, true) }),
  output: z.object({ likes: z.number(), liked: z.boolean() }),
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'TOO_MANY_TRIES'],
})

export const reportComment = endpoint({
  wire: 'v2',
  path: '/comment/report',
  viewer: 'member',
  changes: true,
  summary: 'Reports another account’s comment, once per account.',
  input: z.object({ commentId: id, reason: z.enum(REPORT_REASONS) }),
  output: emptyOutput,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'TOO_MANY_TRIES'],
})
