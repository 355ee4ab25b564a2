import type { ReportReason } from '#contract/comments.ts'
import type { CommentsDeps } from './ports.ts'
import type { Author, Client, StoredComment } from './comments-model.ts'
import { findTitleOf, lockComment, insertHold } from './comments.repo.ts'
import { AppError } from '#contract/errors.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import type { ThrottleTarget } from '../accounts/index.ts'
import { REPORTS_MAX } from './comments.rules.ts'
import { ratingLimits, reportLimits } from './limits.ts'
import { insertReport, withReason, writeLike, writeStatus } from './opinions.repo.ts'

/** Likes and reports of other members' comments, one per account. */
export function createOpinions({ db, clock, catalogue, accounts }: CommentsDeps) {
  return { like, report }

  /** @throws NOT_FOUND; NOT_ALLOWED for one's own; TOO_MANY_TRIES */
  async function like(
    viewer: Author,
    { commentId, liked }: { commentId: string; liked: boolean },
    client: Client,
  ): Promise<{ likes: number; liked: boolean }> {
    const { accountId } = viewer
    const limits = ratingLimits({ accountId, ...client })
    return onOthers(viewer, { commentId, limits }, async (tx) => ({
      liked,
      likes: await writeLike(tx, { commentId, accountId, liked }),
    }))
  }

  /** Enough reports require review. @throws NOT_FOUND; NOT_ALLOWED for one's own; TOO_MANY_TRIES */
  async function report(
    viewer: Author,
    { commentId, reason }: { commentId: string; reason: ReportReason },
    client: Client,
  ): Promise<void> {
    const { accountId } = viewer
    const limits = reportLimits({ accountId, ...client })
    await onOthers(viewer, { commentId, limits }, async (tx, { reviewReasons, programId, accountId: writer }) => {
      const at = clock.now()
      const reports = await insertReport(tx, { commentId, accountId, reason, at })
      if (reports < REPORTS_MAX) return
      await writeStatus(tx, { commentId, status: 'waiting', reviewReasons: withReason(reviewReasons, 'reported') })
      await insertHold(tx, { accountId: writer, programId, at })
    })
  }

  async function onOthers<T>(
    viewer: Author,
    { commentId, limits }: { commentId: string; limits: readonly ThrottleTarget[] },
    work: (tx: Db, comment: StoredComment) => Promise<T>,
  ): Promise<T> {
    const programId = await findTitleOf(db, commentId)
    if (programId === undefined) throw new AppError('NOT_FOUND')
    await catalogue.watchable(viewer, { programId })
    return inTransaction(db, async (tx) => {
      await accounts.throttles.consume(tx, limits)
      const comment = await lockComment(tx, commentId)
      if (comment?.status !== 'published') throw new AppError('NOT_FOUND')
      if (comment.accountId === viewer.accountId) throw new AppError('NOT_ALLOWED')
      return work(tx, comment)
    })
  }
}
