import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { decide, list as listComments, UNDO_SECONDS, undo } from '#contract/admin/comments.ts'
import type { AdminInputOf, AdminOutputOf } from '#contract/admin/endpoint.ts'
import type { RejectionReason } from '#contract/comments.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { useAdminClient } from '../../client/admin-client.ts'
import { type ListState, readKey } from '../../client/use-read.ts'

export type QueuedComment = AdminOutputOf<typeof listComments>['list'][number]

interface Verdict {
  readonly approve: boolean
  readonly spoiler?: boolean
  readonly reasons?: readonly RejectionReason[]
  readonly note?: string | undefined
}

/** What was just decided. Its key is that of the request: sending it again decides nothing twice. */
export interface RecentDecision {
  readonly key: string
  readonly comments: readonly QueuedComment[]
  readonly verdict: Verdict
  readonly state: 'saving' | 'failed' | 'done'
  readonly message?: string
  readonly batchId?: string
  /** In ms since 1970: until then it can be undone. */
  readonly until?: number
}

/** Reasons and note that are chosen for the next rejection. */
export interface RejectionDraft {
  readonly reasons: readonly RejectionReason[]
  readonly note: string
}

const RECENT_SHOWN = 4
/** The next page is asked for when fewer are left. */
const FEW = 20
/** The request may have taken some of the time. */
const MARGIN_MS = 3_000

/** Decides without waiting for the server: what was decided leaves the list at once, and comes back when it was not saved. */
export function useReview(list: ListState<QueuedComment>) {
  const { recent: text } = useText('consoleComments')
  const client = useAdminClient()
  const queries = useQueryClient()
  // Keyed by version: a comment back in the queue is shown again.
  const [away, setAway] = useState<ReadonlyMap<string, number>>(new Map())
  const { recent, keep, forget } = useRecent()
  /** Keys of decisions that are taken back as soon as the server has them. */
  const wantedBack = useRef(new Set<string>())
  const rows = list.rows?.filter(({ commentId, version }) => away.get(commentId) !== version)
  // Minus rows the list still holds: the next refetch drops them, from the total too.
  const decided = (list.rows?.length ?? 0) - (rows?.length ?? 0)
  useRefill(list, { left: rows?.length, away: away.size, isSaved: recent.every(({ state }) => state === 'done') })
  return { rows, decided, recent, decideOn, send, undoDecision }

  function decideOn(comments: readonly QueuedComment[], verdict: Verdict): void {
    void send({ key: crypto.randomUUID(), comments, verdict, state: 'saving' })
  }

  async function send(given: RecentDecision): Promise<void> {
    const { key, comments, verdict } = given
    const ids = comments.map(({ commentId }) => commentId)
    setAway((now) => new Map([...now, ...comments.map((one) => [one.commentId, one.version] as const)]))
    keep({ ...given, state: 'saving' })
    const { approve, spoiler, reasons = [], note } = verdict
    const decisions = comments.map(({ commentId, version }) => ({
      commentId,
      version,
      approve,
      ...(spoiler !== undefined && { spoiler }),
      reasons: [...reasons],
      ...(note !== undefined && { note }),
    }))
    const answer = await client.call(decide, { requestKey: key, decisions } as AdminInputOf<typeof decide>)
    if (answer.result === 'FAILED') {
      comeBack(ids)
      if (wantedBack.current.delete(key)) return
      keep({ ...given, state: 'failed', message: answer.message })
      return
    }
    const { batchId, done, skipped } = answer
    const until = Date.now() + UNDO_SECONDS * 1_000 - MARGIN_MS
    if (wantedBack.current.delete(key)) {
      if (done.length > 0) await undoBatch(batchId)
    } else if (done.length === 0) forget(key)
    else
      keep({
        ...given,
        comments: comments.filter((one) => done.includes(one.commentId)),
        state: 'done',
        batchId,
        until,
      })
    if (skipped.length > 0) await readAgain(skipped)
  }

  async function undoDecision({ key, batchId, state }: RecentDecision): Promise<void> {
    forget(key)
    if (state === 'saving') wantedBack.current.add(key)
    else if (batchId !== undefined) await undoBatch(batchId)
  }

  async function undoBatch(batchId: string): Promise<void> {
    const answer = await client.call(undo, { requestKey: crypto.randomUUID(), batchId })
    showToast({ text: answer.result === 'FAILED' ? answer.message : text.undone })
    await queries.invalidateQueries({ queryKey: readKey(listComments) })
    if (answer.result === 'SUCCESS') comeBack(answer.done)
  }

  async function readAgain(skipped: AdminOutputOf<typeof decide>['skipped']): Promise<void> {
    showToast({ text: skipped.some(({ why }) => why === 'own') ? text.own : text.skipped(skipped.length) })
    await queries.invalidateQueries({ queryKey: readKey(listComments) })
    comeBack(skipped.map(({ commentId }) => commentId))
  }

  function comeBack(ids: readonly string[]): void {
    setAway((now) => new Map([...now].filter(([id]) => !ids.includes(id))))
  }
}

/** Older ones stay while they can be taken back, or are not saved. */
const isListed = ({ state, until = 0 }: RecentDecision, at: number): boolean =>
  at < RECENT_SHOWN || state !== 'done' || until > Date.now()

/** The last decisions, the newest first. */
function useRecent() {
  const [recent, setRecent] = useState<readonly RecentDecision[]>([])
  const keep = (decision: RecentDecision) =>
    setRecent((now) => {
      const at = now.findIndex(({ key }) => key === decision.key)
      return at < 0 ? [decision, ...now].filter(isListed) : now.with(at, decision)
    })
  const forget = (gone: string) => setRecent((now) => now.filter(({ key }) => key !== gone))
  return { recent, keep, forget }
}

interface Filling {
  /** Comments that are not decided; undefined while the first page loads. */
  readonly left: number | undefined
  readonly away: number
  /** The server has every decision. */
  readonly isSaved: boolean
}

/** Loads the next page before the last comment is decided, and looks once more at the end: others may have come. */
function useRefill(list: ListState<QueuedComment>, { left = FEW, away, isSaved }: Filling): void {
  const { hasNext, isLoadingNext, loadNext, retry } = list
  useEffect(() => {
    if (left < FEW && hasNext && !isLoadingNext) loadNext()
  }, [left, hasNext, isLoadingNext, loadNext])
  const isDone = left === 0 && !hasNext && away > 0 && isSaved
  const lookedAt = useRef(0)
  useEffect(() => {
    if (!isDone || lookedAt.current === away) return
    lookedAt.current = away
    retry()
  }, [isDone, away, retry])
}
