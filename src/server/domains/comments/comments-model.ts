import type { CommentSort, CommentStatus, ReportReason } from '#contract/comments.ts'
import type { OperatorAction } from '../audit/index.ts'
import type { MemberViewer, Viewer } from '../viewer.ts'

export type Author = MemberViewer & { profileId: string }

export type Reader = Viewer

/** For the limits. */
export type Client = { readonly address: string }

/** Half stars, 2 to 10. */
export type Halves = number

/** `counts`: by half stars, one star first. */
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

/** `version`: a decision names the version that was read. */
export type ReviewedComment = Pick<StoredComment, 'commentId' | 'programId' | 'text' | 'spoiler' | 'status'> & {
  version: string
  title: string
  name: string
  reviewReasons: string[]
  /** Since the last approval. */
  reports: { reason: ReportReason; count: number }[]
  createdAt: Temporal.Instant
}

export type Decision = OperatorAction & { commentId: string; version: string }
