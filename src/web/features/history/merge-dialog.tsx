import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createBookmark } from '#contract/library.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useAction, useSubmit, type Submit } from '#web/kit/use-submit.ts'
import { formatNumber } from '#web/kit/format.ts'
import {
  clearVisitorProgress,
  unmergedVisitorProgress,
  replaceVisitorProgress,
} from '#web/viewer/watch-progress/visitor-watch-progress.ts'
import { useSession, readSession } from '#web/viewer/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import styles from './merge-dialog.module.css'
import type { WatchProgress } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { bookmarkOf } from '#web/viewer/watch-progress/save-watch-progress.ts'

export interface MergeDialogProps {
  /** Also when postponed. */
  onDone: () => void
}

export function MergeDialog({ onDone }: MergeDialogProps) {
  const { merge } = useText('history')
  const { language } = useCallContext()
  const { profile } = useSession()
  const queries = useQueryClient()
  const { submit: save } = useSubmit(createBookmark)
  const [count] = useState(() => formatNumber(titlesIn(unmergedVisitorProgress()), language))
  const merging = useAction(async () => {
    const isDone = await mergeVisitorProgress(queries, save)
    showToast({ text: isDone ? merge.done(count) : merge.failed })
    onDone()
  })
  return (
    <Dialog title={merge.title} closeLabel={merge.close} onClose={onDone}>
      <p className={styles.text}>{merge.text(count, profile?.name ?? '')}</p>
      <DialogActions
        main={{
          label: merge.yes,
          onClick: () => void merging.run(undefined),
          busy: merging.pending,
          busyText: merge.busy,
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
          autoFocus: true,
        }}
        other={{
          label: merge.no,
          onClick: () => {
            clearVisitorProgress()
            onDone()
          },
          disabled: merging.pending,
        }}
      />
    </Dialog>
  )
}

const titlesIn = (progress: readonly WatchProgress[]): number =>
  new Set(progress.map(({ programId }) => programId)).size

/** Newer progress of the profile wins. Failed entries stay for a retry, those of removed titles are dropped. @returns whether all are merged */
async function mergeVisitorProgress(
  queries: QueryClient,
  save: Submit<typeof createBookmark>['submit'],
): Promise<boolean> {
  const { profile } = readSession()
  if (!profile || profile.childrenModel) return false
  const left: WatchProgress[] = []
  for (const progress of unmergedVisitorProgress()) {
    // The new profile has not agreed.
    if (readSession().profile?.profileId !== profile.profileId) return false
    // oxlint-disable-next-line no-await-in-loop -- sequential on purpose: it is not urgent
    const answer = await save(bookmarkOf(progress))
    if (answer.result === 'FAILED' && answer.failure.errorCode !== 'NOT_FOUND') left.push(progress)
  }
  if (left.length === 0) clearVisitorProgress()
  else replaceVisitorProgress(left)
  await queries.invalidateQueries()
  return left.length === 0
}
