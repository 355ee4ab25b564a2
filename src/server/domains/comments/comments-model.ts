import type { CommentSort, CommentStatus, ReportReason } from '#contract/comments.ts'
import type { OperatorAction } from '../audit/index.ts'
import type { MemberViewer, Viewer } from '../viewer.ts'

/** A member in a profile: who rates and comments. */
export type Author = MemberViewer & { profileId: string }

/** Who reads: the titles that this viewer may see. */
export type Reader = Viewer

/** The request's client, for the limits. */
export type Client = { readonly address: string }

/** A vote in half stars, 2 to 10. */
export type Halves = number

/** The rating of a title. `counts`: the votes by half stars, one star first. */
export type Rating = { rating: number; score: number; votes: number; counts: readonly number[] }

export type ListedComment = {
  commentId: string
  text: string
  spoiler: boolean
  name: string
  avatarId: string
  halves: Halves | null
  likes: number
  status: CommentStatus
  createdAt: Temporal.Instant
  editedAt: Temporal.Instant | null
  own: boolean
  liked: boolean
  reported: boolean
}

export type CommentPage = { list: ListedComment[]; unpublished: ListedComment[]; total: number }

export type CommentRequest = { programId: string; sort: CommentSort; page: number; pageSize: number }

export type Draft = { text: string; spoiler: boolean }

/** Why a comment waits for review. */
export const REVIEW_REASONS = ['link', 'word', 'first', 'reported', 'rejected'] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

export type StoredComment = Draft & {
  commentId: string
  programId: string
  accountId: string
  status: CommentStatus
  reviewReasons: string[]
  likes: number
}

/** A comment as operators read it. `version`: of its text; a decision names the version that was read. */
export type ReviewedComment = Pick<StoredComment, 'commentId' | 'programId' | 'text' | 'spoiler' | 'status'> & {
  version: string
  title: string
  name: string
  reviewReasons: string[]
  /** Reports since the last approval, with how often each reason was given. */
  reports: { reason: ReportReason; count: number }[]
  createdAt: Temporal.Instant
}

/** An operator's decision on a version of a comment. */
export type Decision = OperatorAction & { commentId: string; version: string }
