/**
 * Ratings and comments, their likes, reports and review. Owns rating, rating_total, comment, comment_like, comment_report,
 * comment_word, comment_hold. Never shows more of an author than the profile's name and image, nor decides title visibility (catalogue).
 */
import type { Generated } from 'kysely'
import type { CommentStatus, ReportReason } from '#contract/comments.ts'
import type { DomainModule } from '../domain-module.ts'
import type { CommentsDeps } from './comments-deps.ts'
import type {
  CommentPage,
  CommentRequest,
  Reader,
  Author,
  Client,
  StoredComment,
  Halves,
  Rating,
  Decision,
  ReviewedComment,
} from './comments-model.ts'
import {
  countPublished,
  findPublished,
  findUnpublished,
  findTitleOf,
  lockComment,
  findListedWords,
} from './comments.repo.ts'
import { deleteGiven, findGiven } from './personal-data.repo.ts'
import { createWriting } from './writing.service.ts'
import { AppError } from '#contract/errors.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import type { ThrottleTarget } from '../accounts/index.ts'
import { REPORTS_MAX, countVotes, ratingOf, compact, messageAfter, versionOf } from './comments.rules.ts'
import { insertHold, deleteHold } from './holds.repo.ts'
import { ratingLimits, reportLimits } from './limits.ts'
import { insertReport, withReason, writeLike, writeStatus, handleReports } from './opinions.repo.ts'
import {
  deleteVote,
  findRatedTitles,
  findRating,
  findVote,
  lockCounts,
  upsertVote,
  writeCounts,
} from './ratings.repo.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import { deleteListedWord, findReviewable, findTitleNames, insertListedWord } from './review.repo.ts'

export type { Author, ListedComment, ReviewedComment } from './comments-model.ts'
export { byStars } from './comments.rules.ts'

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

export type Comments = ReturnType<typeof createComments>

export function createComments(deps: CommentsDeps) {
  const { db, catalogue } = deps
  const ratings = createRatings(deps)
  const domainModule: DomainModule = {
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
    ratings,
    list,
    ...createWriting(deps),
    ...createOpinions(deps),
    review: createReview(deps),
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

/** Likes and reports of other members' comments, one per account. */
function createOpinions({ db, clock, catalogue, accounts }: CommentsDeps) {
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

export type OwnRating = Rating & { mine: Halves | null }

/** One vote per account, not per profile. */
function createRatings({ db, clock, catalogue, accounts }: CommentsDeps) {
  return { find, rate, remove, eraseAll }

  /** @throws NOT_FOUND */
  async function find(viewer: Reader, programId: string): Promise<OwnRating> {
    await catalogue.watchable(viewer, { programId })
    const accountId = viewer.kind === 'member' ? viewer.accountId : undefined
    const { counts, mine } = await findRating(db, { accountId, programId })
    return { ...ratingOf(counts), mine }
  }

  /** Replaces an earlier vote. @throws NOT_FOUND, EMAIL_NEEDED (SPEC 6), TOO_MANY_TRIES */
  async function rate(viewer: Author, { programId, halves }: { programId: string; halves: Halves }, client: Client) {
    return vote(viewer, { programId, halves }, client)
  }

  /** @throws NOT_FOUND, TOO_MANY_TRIES */
  async function remove(viewer: Author, programId: string, client: Client): Promise<OwnRating> {
    return vote(viewer, { programId, halves: null }, client)
  }

  async function vote(
    viewer: Author,
    { programId, halves }: { programId: string; halves: Halves | null },
    client: Client,
  ): Promise<OwnRating> {
    const { accountId } = viewer
    await catalogue.watchable(viewer, { programId })
    return inTransaction(db, async (tx) => {
      if (halves !== null && !(await accounts.lock(tx, accountId)).emailValidAt) throw new AppError('EMAIL_NEEDED')
      await accounts.throttles.consume(tx, ratingLimits({ accountId, ...client }))
      return { ...(await change(tx, { accountId, programId, halves })), mine: halves }
    })
  }

  async function change(
    tx: Db,
    { accountId, programId, halves }: { accountId: string; programId: string; halves: Halves | null },
  ): Promise<Rating> {
    const counts = await lockCounts(tx, programId)
    const before = await findVote(tx, { accountId, programId })
    if (halves === null) await deleteVote(tx, { accountId, programId })
    else await upsertVote(tx, { accountId, programId, halves, at: clock.now() })
    const now = countVotes(counts, {
      ...(halves !== null && { added: halves }),
      ...(before !== undefined && { removed: before }),
    })
    await writeCounts(tx, { programId, counts: now })
    const rated = ratingOf(now)
    await catalogue.setRating(tx, { programId, ...rated })
    return rated
  }

  async function eraseAll(tx: Db, accountId: string): Promise<void> {
    for (const programId of await findRatedTitles(tx, accountId))
      await change(tx, { accountId, programId, halves: null })
  }
}

type WordChange = OperatorAction & { word: string }

/** Every decision is audited in its transaction; authors are notified of changes. */
function createReview({ db, clock, messages }: CommentsDeps) {
  return { list, approve, reject, listedWords: () => findListedWords(db), addWord, removeWord }

  /** Oldest first. */
  async function list(limit = 100): Promise<ReviewedComment[]> {
    return (await findReviewable(db, limit)).map((comment) => ({ ...comment, version: versionOf(comment) }))
  }

  /** Closes its reports. @throws AppError for an unknown one, or one that was changed since it was listed */
  function approve(decision: Decision): Promise<void> {
    return decide(decision, 'published')
  }

  /** @throws as approve */
  function reject(decision: Decision): Promise<void> {
    return decide(decision, 'rejected')
  }

  async function decide({ commentId, version, actor, reason }: Decision, status: CommentStatus): Promise<void> {
    const at = clock.now()
    await inTransaction(db, async (tx) => {
      const comment = await lockComment(tx, commentId)
      if (!comment) throw operatorRefusal({ is: 'commentUnknown', commentId })
      if (versionOf(comment) !== version) throw operatorRefusal({ is: 'commentChanged', commentId })
      const { programId, accountId } = comment
      if (status === 'rejected') await insertHold(tx, { accountId, programId, at })
      else await deleteHold(tx, { accountId, programId })
      const reviewReasons = status === 'rejected' ? withReason(comment.reviewReasons, 'rejected') : []
      await writeStatus(tx, { commentId, status, reviewReasons })
      await handleReports(tx, { commentId, at })
      await recordAudit(tx, {
        at,
        actor,
        action: status === 'published' ? 'approve comment' : 'reject comment',
        subject: `comment:${commentId}`,
        reason,
        details: { programId, before: comment.status, version },
      })
      const template = messageAfter(comment, status)
      if (template)
        await messages.post(tx, { accountId, template, params: { title: await findTitleNames(tx, programId) } })
    })
  }

  /** Letters and digits count, in lower case. @throws AppError for one without any */
  async function addWord({ word, ...by }: WordChange): Promise<string> {
    const listed = compact(word)
    if (listed.length < 2) throw operatorRefusal({ is: 'wordTooShort', word })
    await inTransaction(db, async (tx) => {
      await insertListedWord(tx, listed)
      await recordAudit(tx, { at: clock.now(), ...by, action: 'add comment word', subject: `word:${listed}` })
    })
    return listed
  }

  /** @throws AppError when it is not on the list */
  async function removeWord({ word, ...by }: WordChange): Promise<string> {
    const listed = compact(word)
    await inTransaction(db, async (tx) => {
      if (!(await deleteListedWord(tx, listed))) throw operatorRefusal({ is: 'wordUnlisted', word })
      await recordAudit(tx, { at: clock.now(), ...by, action: 'remove comment word', subject: `word:${listed}` })
    })
    return listed
  }
}
