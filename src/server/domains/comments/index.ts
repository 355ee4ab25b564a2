import type { Generated } from 'kysely'
import type { CommentStatus, RejectionReason, ReportReason } from '#contract/comments.ts'
import type { DomainModule } from '../domain-module.ts'
import type { CommentsDeps } from './ports.ts'
import type { CommentPage, CommentRequest, Reader } from './comments-model.ts'
import { countPublished, findPublished, findUnpublished, deleteGiven, findGiven } from './comments.repo.ts'
import { createWriting, createOpinions } from './comments.service.ts'
import { createRatings } from './ratings.service.ts'
import { createReview } from './review.service.ts'

/**
 * Ratings and comments, their likes, reports and review. Owns rating, rating_total, comment, comment_like, comment_report,
 * comment_decision, comment_word, comment_hold. Never shows more of an author than the profile's name and image, nor decides title visibility (catalogue).
 */
export type { Author, ListedComment, ReviewedComment } from './comments-model.ts'
export { byStars } from './comments.rules.ts'
export type { OwnRating } from './ratings.service.ts'

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
  version: Generated<number>
  created_at: Instant
  edited_at: Instant | null
}

interface DecisionTable {
  decision_id: string
  batch_id: string
  comment_id: string
  operator_id: string | null
  actor: string
  status: 'published' | 'rejected'
  reasons: RejectionReason[]
  note: string | null
  before: unknown
  version: number
  decided_at: Instant
  told_at: Instant | null
  undone_at: Generated<Instant | null>
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
    comment_decision: DecisionTable
    comment_word: { word: string }
    comment_hold: { account_id: string; program_id: string; held_at: Instant }
  }
}

const TELL_EVERY_MS = 15_000

export type Comments = ReturnType<typeof createComments>

export function createComments(deps: CommentsDeps) {
  const { db, catalogue } = deps
  const ratings = createRatings(deps)
  const review = createReview(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'comment decisions', everyMs: TELL_EVERY_MS, run: review.tellAuthors }],
    personalData: {
      name: 'comments',
      collect: ({ accountId }, language) => findGiven(db, { accountId, language }),
      async erase(tx, { accountId }) {
        await ratings.eraseAll(tx, accountId)
        await deleteGiven(tx, accountId)
      },
    },
  }
  return {
    list,
    writing: createWriting(deps),
    opinions: createOpinions(deps),
    ratings,
    review,
    domainModule,
  }

  /** The first page includes the account's own unpublished comments. @throws NOT_FOUND */
  async function list(viewer: Reader, request: CommentRequest): Promise<CommentPage> {
    const { programId, page } = request
    await catalogue.watchable(viewer, { programId })
    const accountId = viewer.kind === 'member' ? viewer.accountId : undefined
    const [found, total, unpublished] = await Promise.all([
      findPublished(db, { ...request, accountId }),
      countPublished(db, programId),
      accountId === undefined || page > 1 ? [] : findUnpublished(db, { accountId, programId }),
    ])
    return { list: found, total, unpublished }
  }
}
