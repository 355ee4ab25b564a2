import * as endpoints from '#contract/admin/comments.ts'
import { operatorActor } from '#server/domains/audit/index.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

const subjectOf = (commentId: string): string => `comment:${commentId}`

export const comments = bindAdmin(endpoints, ({ comments: { review } }) => ({
  list: async (query) => {
    const page = await review.page(query)
    const list = page.list.map(({ halves, createdAt, ...comment }) => ({
      ...comment,
      score: halves === null ? null : halves / 2,
      createdAt: wireInstant(createdAt),
    }))
    return { ...page, list }
  },

  show: async ({ commentId }) => {
    const { title, decisions, author } = await review.show(commentId)
    return {
      title,
      decisions: decisions.map(({ actor, at, ...decision }) => ({ ...decision, by: actor, at: wireInstant(at) })),
      author: {
        ...author,
        since: wireInstant(author.since),
        recent: author.recent.map(({ createdAt, ...one }) => ({ ...one, createdAt: wireInstant(createdAt) })),
      },
    }
  },

  decide: async ({ decisions }, { tx, operator, record }) => {
    const { operatorId, name, email } = operator
    const by = { operatorId, actor: operatorActor(name), email }
    const { batchId, done, skipped } = await review.decide(tx, by, decisions)
    for (const { comment, decision } of done) {
      const { commentId, programId, status } = comment
      const { reasons, note } = decision
      await record({
        subject: subjectOf(commentId),
        before: { status },
        after: { status: decision.status },
        details: { programId, ...(reasons.length > 0 && { reasons }), ...(note !== null && { note }) },
      })
    }
    // A call of which nothing was done is on record as well.
    if (done.length === 0) await record({ subject: 'comments:none', details: { skipped: skipped.length } })
    return { batchId, done: done.map(({ comment }) => comment.commentId), skipped }
  },

  undo: async ({ batchId }, { tx, operator, record }) => {
    const undone = await review.undo(tx, operator, batchId)
    for (const { commentId, status, before } of undone)
      await record({ subject: subjectOf(commentId), before: { status }, after: { status: before.status } })
    return { done: undone.map(({ commentId }) => commentId) }
  },

  listedWords: async () => ({ list: await review.listedWords() }),

  addWord: async ({ word }, { tx, record }) => {
    const listed = await review.listWord(tx, word)
    await record({ subject: `word:${listed}` })
    return { word: listed }
  },

  removeWord: async ({ word }, { tx, record }) => {
    const listed = await review.unlistWord(tx, word)
    await record({ subject: `word:${listed}` })
    return { word: listed }
  },
}))
