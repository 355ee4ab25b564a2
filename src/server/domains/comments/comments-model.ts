import type { CommentSort, CommentStatus, RejectionReason, ReportReason } from '#contract/comments.ts'
import type { Language } from '#contract/languages.ts'
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

export type StoredComment = Draft & {
  commentId: string
  programId: string
  accountId: string
  status: CommentStatus
  reviewReasons: string[]
  likes: number
  /** Grows with each edit and decision. */
  version: number
}

/** `version`: a decision names the version that was read. */
export type ReviewedComment = Pick<
  StoredComment,
  'commentId' | 'programId' | 'text' | 'spoiler' | 'status' | 'version'
> & {
  title: string
  name: string
  reviewReasons: string[]
  /** Since the last approval. */
  reports: { reason: ReportReason; count: number }[]
  createdAt: Temporal.Instant
}

export type Decision = OperatorAction & { commentId: string; version: number }

/** What was before a decision, so that it can be undone. */
export type Undecided = { status: CommentStatus; reviewReasons: string[]; spoiler: boolean; isHeld: boolean }

export type StoredDecision = {
  decisionId: string
  commentId: string
  status: 'published' | 'rejected'
  reasons: readonly RejectionReason[]
  note: string | null
  before: Undecided
  version: number
  at: Temporal.Instant
}

export type Names = Readonly<Record<Language, string>>
