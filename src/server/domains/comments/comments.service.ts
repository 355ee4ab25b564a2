import { COMMENTS_PER_TITLE, type CommentStatus, type ReportReason } from '#contract/comments.ts'
import { AppError } from '#contract/errors.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { CommentsDeps } from './ports.ts'
import type { Author, Client, Draft, StoredComment } from './comments-model.ts'
import {
  findListedWords,
  findWritten,
  hasPublished,
  insertComment,
  lockComment,
  removeComment,
  updateComment,
  hasCommentHold,
  insertCommentHold,
  findTitleOf,
} from './comments.repo.ts'
import { reviewReasons, REPORTS_MAX } from './comments.rules.ts'
import { commentLimits, ratingLimits, reportLimits } from './limits.ts'
import { countReports, deleteLikes, insertReport, withReason, writeLike, writeStatus } from './opinions.repo.ts'
import { findPause } from './pauses.repo.ts'
import type { ThrottleTarget } from '../accounts/index.ts'

export type WrittenComment = { commentId: string; status: CommentStatus }

export function createWriting({ db, clock, catalogue, accounts, isOpen }: CommentsDeps) {
  return { write, edit, remove }

  /**
   * Idempotent: the same text on the same title is written once.
   * @throws NOT_FOUND, COMMENTS_CLOSED, EMAIL_NEEDED, TOO_MANY_TRIES; CONFLICT with five comments on the title; NOT_ALLOWED when the profile is gone
   */
  async function write(
    viewer: Author,
    { programId, ...draft }: Draft & { programId: string },
    client: Client,
  ): Promise<WrittenComment> {
    const { accountId, profileId } = viewer
    await catalogue.watchable(viewer, { programId })
    requireOpen()
    return inTransaction(db, async (tx) => {
      await lockWriter(tx, accountId)
      const own = await findWritten(tx, { accountId, programId })
      const same = own.find(({ text }) => text === draft.text)
      if (same) return { commentId: same.commentId, status: same.status }
      if (own.length >= COMMENTS_PER_TITLE) throw new AppError('CONFLICT', { max: COMMENTS_PER_TITLE })
      await accounts.throttles.consume(tx, commentLimits({ accountId, ...client }))
      const commentId = newId()
      const reviewed = await reviewOf(tx, { commentId, accountId, programId, text: draft.text })
      const at = clock.now()
      const isWritten = await insertComment(tx, {
        ...draft,
        ...reviewed,
        commentId,
        programId,
        accountId,
        profileId,
        at,
      })
      if (!isWritten) throw new AppError('NOT_ALLOWED')
      return { commentId, status: reviewed.status }
    })
  }

  /** A new text loses the likes. @throws NOT_FOUND, also for another account's; COMMENTS_CLOSED, EMAIL_NEEDED, TOO_MANY_TRIES */
  async function edit(
    { accountId }: Author,
    { commentId, ...draft }: Draft & { commentId: string },
    client: Client,
  ): Promise<WrittenComment> {
    requireOpen()
    return inTransaction(db, async (tx) => {
      await lockWriter(tx, accountId)
      const before = await lockComment(tx, commentId)
      if (before?.accountId !== accountId) throw new AppError('NOT_FOUND')
      await accounts.throttles.consume(tx, commentLimits({ accountId, ...client }))
      const { programId } = before
      const reviewed = await reviewOf(tx, { commentId, accountId, programId, text: draft.text }, before)
      await updateComment(tx, { commentId, ...draft, ...reviewed, at: clock.now() })
      if (draft.text !== before.text) await deleteLikes(tx, commentId)
      return { commentId, status: reviewed.status }
    })
  }

  /** With open reports, the next one on the title requires review. @throws NOT_FOUND, also for another account's */
  async function remove({ accountId }: Author, commentId: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const comment = await lockComment(tx, commentId)
      if (comment?.accountId !== accountId) throw new AppError('NOT_FOUND')
      const { programId } = comment
      if ((await countReports(tx, commentId)) > 0)
        await insertCommentHold(tx, { accountId, programId, at: clock.now() })
      await removeComment(tx, commentId)
    })
  }

  /** @throws COMMENTS_CLOSED */
  function requireOpen(): void {
    if (isOpen?.() === false) throw new AppError('COMMENTS_CLOSED')
  }

  /** Locks the account, so that the counts below stay true. @throws EMAIL_NEEDED; COMMENTS_CLOSED for a paused author */
  async function lockWriter(tx: Db, accountId: string): Promise<void> {
    const { emailValidAt } = await accounts.lock(tx, accountId)
    if (!emailValidAt) throw new AppError('EMAIL_NEEDED')
    if (await findPause(tx, { accountId, now: clock.now() })) throw new AppError('COMMENTS_CLOSED')
  }
}

type Reviewable = { commentId: string; accountId: string; programId: string; text: string }

/** `before`: the comment that it changes. */
async function reviewOf(tx: Db, { commentId, accountId, programId, text }: Reviewable, before?: StoredComment) {
  const reasons = reviewReasons({
    text,
    listed: await findListedWords(tx),
    isFirst: !(await hasPublished(tx, { accountId, except: commentId })),
    isHeld: await hasCommentHold(tx, { accountId, programId }),
    isReported: before !== undefined && (await countReports(tx, commentId)) > 0,
  })
  const status: CommentStatus = reasons.length > 0 ? 'waiting' : 'published'
  return { status, reviewReasons: reasons }
}

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
      await insertCommentHold(tx, { accountId: writer, programId, at })
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
