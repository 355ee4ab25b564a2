import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { clearVisitorProgress, unmergedVisitorProgress } from '#web/viewer/watch-progress/visitor-watch-progress.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useHistoryText } from './history-text.ts'
import { mergeVisitorProgress, titlesIn } from './merge.ts'
import styles from './merge-dialog.module.css'

export interface MergeDialogProps {
  /** Answered, or put off until the site is opened next. */
  onDone: () => void
}

/** Asks whether what was watched here before the login becomes a part of the profile's history. */
export function MergeDialog({ onDone }: MergeDialogProps) {
  const { merge } = useHistoryText()
  const { language } = useCallContext()
  const { profile } = useSession()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [count] = useState(() => formatNumber(titlesIn(unmergedVisitorProgress()), language))
  const take = async () => {
    setBusy(true)
    const isDone = await mergeVisitorProgress(queries)
    showToast({ text: isDone ? merge.done(count) : merge.failed })
    onDone()
  }
  return (
    <Dialog title={merge.title} closeLabel={merge.close} onClose={onDone}>
      <p className={styles.text}>{merge.text(count, profile?.name ?? '')}</p>
      <div className={styles.buttons}>
        <Button look="primary" data-autofocus="" busy={busy} busyText={merge.busy} onClick={() => void take()}>
          {merge.yes}
        </Button>
        <Button
          disabled={busy}
          onClick={() => {
            clearVisitorProgress()
            onDone()
          }}
        >
          {merge.no}
        </Button>
      </div>
    </Dialog>
  )
}
