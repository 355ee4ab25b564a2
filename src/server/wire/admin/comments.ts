import * as endpoints from '#contract/admin/comments.ts'
import { subjectOf as subjectOfAuthor } from '#server/domains/customers/index.ts'
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
        pausedUntil: author.pausedUntil && wireInstant(author.pausedUntil),
        since: wireInstant(author.since),
        recent: author.recent.map(({ createdAt, ...one }) => ({ ...one, createdAt: wireInstant(createdAt) })),
      },
    }
  },

  decide: async ({ decisions }, { tx, operator, record }) => {
    const { batchId, done, skipped } = await review.decide(tx, operator, decisions)
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

  pause: async ({ accountId }, { tx, operator, record }) => {
    const until = wireInstant(await review.pause(tx, operator, accountId))
    await record({ subject: subjectOfAuthor(accountId), before: { pausedUntil: null }, after: { pausedUntil: until } })
    return { pausedUntil: until }
  },

  resume: async ({ accountId }, { tx, operator, record }) => {
    const until = wireInstant(await review.resume(tx, operator, accountId))
    await record({ subject: subjectOfAuthor(accountId), before: { pausedUntil: until }, after: { pausedUntil: null } })
    return {}
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
