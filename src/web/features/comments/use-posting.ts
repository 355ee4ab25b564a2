import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { commentList, createComment, updateComment } from '#contract/comments.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { queriesOf } from '#web/kit/query-cache.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { useOpinionLogin } from './use-opinion-login.ts'

export type Draft = { text: string; spoiler: boolean }

/** Sending a comment, as its form needs it. */
export interface Posting {
  post: (draft: Draft) => Promise<void>
  pending: boolean
  /** The account has no verified e-mail address. */
  needsEmail: boolean
  error: string | undefined
  /** How many were posted. */
  posted: number
}

/** Writes a comment on a title, or with `commentId` changes one. */
export function usePosting({ programId, commentId }: { programId: string; commentId?: string }, onDone?: () => void) {
  const { write: text } = useText('comments')
  const queries = useQueryClient()
  const requireLogin = useOpinionLogin()
  const [needsEmail, setNeedsEmail] = useState(false)
  const [posted, setPosted] = useState(0)
  const shared = {
    on: { EMAIL_NEEDED: () => setNeedsEmail(true) },
    onSuccess: async ({ status }: OutputOf<typeof createComment>) => {
      setNeedsEmail(false)
      setPosted((count) => count + 1)
      showToast({ text: status === 'published' ? text.published : text.waiting })
      await queries.invalidateQueries(queriesOf(commentList))
      onDone?.()
    },
  }
  const creating = useSubmit(createComment, shared)
  const changing = useSubmit(updateComment, shared)
  const post = async (draft: Draft) => {
    if (!requireLogin({ kind: 'comment', programId, ...draft })) return
    if (commentId === undefined) await creating.submit({ programId, ...draft })
    else await changing.submit({ commentId, ...draft })
  }
  const { pending, refusal } = commentId === undefined ? creating : changing
  const posting: Posting = { post, pending, needsEmail, posted, error: refusal?.fields?.text ?? refusal?.message }
  return posting
}
