import type { CommentStatus } from '#contract/comments.ts'
import type { CommentsDeps } from './ports.ts'
import type { Decision, ReviewedComment } from './comments-model.ts'
import {
  lockComment,
  findListedWords,
  insertCommentHold,
  deleteCommentHold,
  deleteListedWord,
  findReviewable,
  findTitleNames,
  insertListedWord,
} from './comments.repo.ts'
import { inTransaction } from '#server/kit/db.ts'
import { compact, messageAfter, versionOf } from './comments.rules.ts'
import { withReason, writeStatus, handleReports } from './opinions.repo.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'

type WordChange = OperatorAction & { word: string }

/** Every decision is audited in its transaction; authors are notified of changes. */
export function createReview({ db, clock, messages }: CommentsDeps) {
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
      if (status === 'rejected') await insertCommentHold(tx, { accountId, programId, at })
      else await deleteCommentHold(tx, { accountId, programId })
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
