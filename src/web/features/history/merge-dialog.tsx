import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createBookmark } from '#contract/library.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useAction, useSubmit } from '#web/kit/use-submit.ts'
import { formatNumber } from '#web/kit/format.ts'
import { clearVisitorProgress, unmergedVisitorProgress } from '#web/viewer/watch-progress/visitor-watch-progress.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { mergeVisitorProgress, titlesIn } from './merge.ts'
import styles from './merge-dialog.module.css'

export interface MergeDialogProps {
  /** Answered, or postponed until the next visit. */
  onDone: () => void
}

/** Offers to merge the progress of before the login into the profile's history. */
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
