import type { Generated } from 'kysely'
import type { CommentStatus, ReportReason } from '#contract/comments.ts'

type Instant = Temporal.Instant

interface CommentTable {
  comment_id: string
  program_id: string
  account_id: string
  profile_id: string
  text: string
  spoiler: boolean
  status: CommentStatus
  review_reasons: Generated<string[]>
  likes: Generated<number>
  created_at: Instant
  edited_at: Instant | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    rating: { account_id: string; program_id: string; halves: number; rated_at: Instant }
    rating_total: { program_id: string; counts: number[] }
    comment: CommentTable
    comment_like: { comment_id: string; account_id: string }
    comment_report: {
      comment_id: string
      account_id: string
      reason: ReportReason
      reported_at: Instant
      handled_at: Instant | null
    }
    comment_word: { word: string }
    comment_hold: { account_id: string; program_id: string; held_at: Instant }
  }
}
