import { PAUSE_DAYS, type SKIPPED, UNDO_SECONDS } from '#contract/admin/comments.ts'
import type { RejectionReason } from '#contract/comments.ts'
import { inTransaction, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import type { CommentsDeps } from './ports.ts'
import type { Decision, ReviewedComment, StoredComment, StoredDecision } from './comments-model.ts'
import {
  deleteCommentHold,
  deleteListedWord,
  findListedWords,
  findReviewable,
  findTitleNames,
  hasCommentHold,
  insertCommentHold,
  insertListedWord,
  lockComment,
} from './comments.repo.ts'
import { compact, marksIn, messageAfter } from './comments.rules.ts'
import {
  hasBatch,
  insertDecision,
  lockUndoable,
  lockUntold,
  markTold,
  markUndone,
  writeDecided,
} from './decisions.repo.ts'
import { handleReports, withReason } from './opinions.repo.ts'
import { deletePause, findPause, upsertPause } from './pauses.repo.ts'
import {
  countReviewable,
  findAuthorRecord,
  findDecisions,
  findQueue,
  findRecent,
  findReviewedTitle,
  type QueuedComment,
  type QueueQuery,
} from './review.query.ts'
import { hongKongDay } from '#server/kit/instants.ts'

type WordChange = OperatorAction & { word: string }

export interface Verdict {
  readonly commentId: string
  /** The one that was read. */
  readonly version: number
  readonly approve: boolean
  readonly spoiler?: boolean | undefined
  readonly reasons: readonly RejectionReason[]
  readonly note?: string | undefined
}

interface DecidingOperator {
  readonly operatorId: string
  readonly actor: string
  /** Comments of an account with this address are another operator’s. */
  readonly email: string
}

type Decided = { readonly comment: StoredComment; readonly decision: StoredDecision }
type Skipped = { readonly commentId: string; readonly why: (typeof SKIPPED)[number] }
type Author = Pick<StoredComment, 'accountId' | 'programId'>

const RECENT = 12
const TOLD_AT_ONCE = 500

/** What operators decide about comments; authors are told of changes. Each decision is audited in its transaction. */
export function createReview({ db, clock, messages, accounts }: CommentsDeps) {
  return {
    list,
    page,
    countWaiting: (max: number) => countReviewable(db, max),
    show,
    approve,
    reject,
    decide,
    undo,
    pause,
    resume,
    tellAuthors,
    listedWords: () => findListedWords(db),
    addWord,
    removeWord,
    listWord,
    unlistWord,
  }

  /** Oldest first. */
  function list(limit = 100): Promise<ReviewedComment[]> {
    return findReviewable(db, limit)
  }

  async function page(query: QueueQuery): Promise<KeysetPage<QueuedComment & { marks: ReturnType<typeof marksIn> }>> {
    const [found, listed] = await Promise.all([findQueue(db, query), findListedWords(db)])
    return { ...found, list: found.list.map((one) => ({ ...one, marks: marksIn(one.text, listed) })) }
  }

  /** @throws NOT_FOUND */
  async function show(commentId: string) {
    const found = await findReviewedTitle(db, commentId)
    if (!found) throw operatorRefusal({ is: 'commentUnknown', commentId })
    const { accountId, ...title } = found
    const [decisions, record, recent, pausedUntil = null] = await Promise.all([
      findDecisions(db, commentId),
      findAuthorRecord(db, accountId),
      findRecent(db, { accountId, except: commentId, limit: RECENT }),
      findPause(db, { accountId, now: clock.now() }),
    ])
    return { title, decisions, author: { accountId, pausedUntil, ...record, recent } }
  }

  /** By command. Closes its reports. @throws AppError for an unknown one, or one that was changed since it was listed */
  function approve(decision: Decision): Promise<void> {
    return decideByCommand(decision, true)
  }

  /** @throws as approve */
  function reject(decision: Decision): Promise<void> {
    return decideByCommand(decision, false)
  }

  async function decideByCommand({ commentId, version, actor, reason }: Decision, isApproved: boolean): Promise<void> {
    const at = clock.now()
    await inTransaction(db, async (tx) => {
      const verdict = { commentId, version, approve: isApproved, reasons: [] }
      const by = { operatorId: null, actor, batchId: newId(), at, toldAt: at }
      const decided = await decideOne(tx, verdict, by)
      if (decided === 'gone') throw operatorRefusal({ is: 'commentUnknown', commentId })
      if (typeof decided === 'string') throw operatorRefusal({ is: 'commentChanged', commentId })
      const { comment, decision } = decided
      await recordAudit(tx, {
        at,
        actor,
        action: isApproved ? 'approve comment' : 'reject comment',
        subject: `comment:${commentId}`,
        reason,
        details: { programId: comment.programId, before: comment.status, version },
      })
      await tell(tx, decision, comment)
    })
  }

  /** Those that were changed since they were read are skipped. Authors are told later. */
  async function decide(
    tx: Tx,
    { operatorId, actor, email }: DecidingOperator,
    verdicts: readonly Verdict[],
  ): Promise<{ batchId: string; done: Decided[]; skipped: Skipped[] }> {
    const by = { operatorId, actor, email, batchId: newId(), at: clock.now(), toldAt: null }
    const [done, skipped]: [Decided[], Skipped[]] = [[], []]
    // In locking order, against deadlocks.
    for (const verdict of verdicts.toSorted((a, b) => (a.commentId < b.commentId ? -1 : 1))) {
      const decided = await decideOne(tx, verdict, by)
      if (typeof decided === 'string') skipped.push({ commentId: verdict.commentId, why: decided })
      else done.push(decided)
    }
    return { batchId: by.batchId, done, skipped }
  }

  type By = {
    operatorId: string | null
    actor: string
    batchId: string
    at: Temporal.Instant
    toldAt: Temporal.Instant | null
    email?: string
  }

  /** Closes its reports. A rejection makes later comments of the account on the title wait; an approval ends that. */
  async function decideOne(tx: Tx, verdict: Verdict, { email, ...by }: By): Promise<Decided | Skipped['why']> {
    const { commentId, approve: isApproved, reasons, note = null } = verdict
    const comment = await lockComment(tx, commentId)
    if (!comment) return 'gone'
    if (comment.version !== verdict.version) return 'changed'
    const { programId, accountId } = comment
    if (email !== undefined && (await accounts.read(accountId, tx))?.email.trim().toLowerCase() === email) return 'own'
    const isHeld = await hasCommentHold(tx, { accountId, programId })
    if (isApproved) await deleteCommentHold(tx, { accountId, programId })
    else await insertCommentHold(tx, { accountId, programId, at: by.at })
    const status = isApproved ? 'published' : 'rejected'
    const reviewReasons = isApproved ? [] : withReason(comment.reviewReasons, 'rejected')
    const spoiler = verdict.spoiler ?? comment.spoiler
    const version = await writeDecided(tx, { commentId, status, reviewReasons, spoiler })
    await handleReports(tx, { commentId, at: by.at })
    const before = { status: comment.status, reviewReasons: comment.reviewReasons, spoiler: comment.spoiler, isHeld }
    const decision: StoredDecision = {
      decisionId: newId(),
      commentId,
      status,
      reasons,
      note,
      before,
      version,
      at: by.at,
    }
    await insertDecision(tx, { ...decision, ...by })
    return { comment, decision }
  }

  /** All of one call that nothing has followed. @throws NOT_FOUND; CONFLICT once the authors are told */
  async function undo(
    tx: Tx,
    { operatorId }: Pick<DecidingOperator, 'operatorId'>,
    batchId: string,
  ): Promise<StoredDecision[]> {
    const decisions = await lockUndoable(tx, { batchId, operatorId })
    if (decisions.length === 0)
      throw operatorRefusal({ is: (await hasBatch(tx, { batchId, operatorId })) ? 'decisionTold' : 'decisionUnknown' })
    const at = clock.now()
    for (const { decisionId, commentId, before } of decisions) {
      const { accountId, programId } = (await lockComment(tx, commentId))!
      await writeDecided(tx, { commentId, ...before })
      if (before.isHeld) await insertCommentHold(tx, { accountId, programId, at })
      else await deleteCommentHold(tx, { accountId, programId })
      await markUndone(tx, decisionId, at)
    }
    return decisions
  }

  /** From now. The member is told. @returns until when @throws NOT_FOUND; NOT_ALLOWED for the operator's own account */
  async function pause(tx: Tx, by: DecidingOperator, accountId: string): Promise<Temporal.Instant> {
    await lockAuthor(tx, by, accountId)
    const at = clock.now()
    const until = at.add({ hours: PAUSE_DAYS * 24 })
    await upsertPause(tx, { accountId, operatorId: by.operatorId, at, until })
    await messages.post(tx, {
      accountId,
      template: 'commentingPaused',
      params: { until: hongKongDay(until).toString() },
    })
    return until
  }

  /** @returns until when it was @throws NOT_FOUND, NOT_ALLOWED; CONFLICT for one that is not paused */
  async function resume(tx: Tx, by: DecidingOperator, accountId: string): Promise<Temporal.Instant> {
    await lockAuthor(tx, by, accountId)
    const until = await findPause(tx, { accountId, now: clock.now() })
    if (!until) throw operatorRefusal({ is: 'authorNotPaused' })
    await deletePause(tx, accountId)
    return until
  }

  /** Writers lock the account too: none writes while they are stopped. */
  async function lockAuthor(tx: Tx, { email }: DecidingOperator, accountId: string): Promise<void> {
    if (!(await accounts.read(accountId, tx))) throw operatorRefusal({ is: 'customerUnknown' })
    const author = await accounts.lock(tx, accountId)
    if (author.email.trim().toLowerCase() === email.toLowerCase()) throw operatorRefusal({ is: 'customerIsOwn' })
  }

  /** Those whose time to be undone is over. */
  async function tellAuthors(): Promise<void> {
    const at = clock.now()
    const before = at.subtract({ seconds: UNDO_SECONDS })
    await inTransaction(db, async (tx) => {
      const decisions = await lockUntold(tx, { before, limit: TOLD_AT_ONCE })
      if (decisions.length === 0) return
      for (const decision of decisions) await tell(tx, decision, decision)
      await markTold(
        tx,
        decisions.map(({ decisionId }) => decisionId),
        at,
      )
    })
  }

  async function tell(tx: Tx, { before, status, reasons, note }: StoredDecision, { accountId, programId }: Author) {
    const template = messageAfter(before, status)
    if (!template) return
    const title = await findTitleNames(tx, programId)
    const params = status === 'published' ? { title } : { title, reasons, note: note ?? undefined }
    await messages.post(tx, { accountId, template, params })
  }

  /** Letters and digits count, in lower case. @throws AppError for one without any */
  async function addWord({ word, ...by }: WordChange): Promise<string> {
    return inTransaction(db, async (tx) => {
      const listed = await listWord(tx, word)
      await recordAudit(tx, { at: clock.now(), ...by, action: 'add comment word', subject: `word:${listed}` })
      return listed
    })
  }

  /** @throws AppError when it is not on the list */
  async function removeWord({ word, ...by }: WordChange): Promise<string> {
    return inTransaction(db, async (tx) => {
      const listed = await unlistWord(tx, word)
      await recordAudit(tx, { at: clock.now(), ...by, action: 'remove comment word', subject: `word:${listed}` })
      return listed
    })
  }
}

/** Not audited: the caller does. @returns it as it is listed @throws as addWord */
export async function listWord(tx: Tx, word: string): Promise<string> {
  const listed = compact(word)
  if (listed.length < 2) throw operatorRefusal({ is: 'wordTooShort', word })
  await insertListedWord(tx, listed)
  return listed
}

/** Not audited: the caller does. @returns it as it was listed @throws as removeWord */
export async function unlistWord(tx: Tx, word: string): Promise<string> {
  const listed = compact(word)
  if (!(await deleteListedWord(tx, listed))) throw operatorRefusal({ is: 'wordUnlisted', word })
  return listed
}
