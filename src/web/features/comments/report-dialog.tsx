import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { REPORT_REASONS, reportComment, type ReportReason } from '#contract/comments.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { patchComment } from './comment-cache.ts'
import styles from './report-dialog.module.css'

/** Why a comment is reported. */
export function ReportDialog({ commentId, onClose }: { commentId: string; onClose: () => void }) {
  const { report: text } = useText('comments')
  const { site } = useShellText()
  const queries = useQueryClient()
  const [reason, setReason] = useState<ReportReason>()
  const reporting = useSubmit(reportComment, {
    toast: text.done,
    onSuccess: () => {
      patchComment(queries, commentId, { reported: true })
      onClose()
    },
  })
  return (
    <Dialog title={text.title} closeLabel={site.close} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (reason) void reporting.submit({ commentId, reason })
        }}
      >
        <RadioField
          look="list"
          label={text.reason}
          name="reason"
          value={reason ?? ''}
          error={undefined}
          onChange={(value) => setReason(REPORT_REASONS.find((one) => one === value))}
          choices={REPORT_REASONS.map((value) => ({ value, label: text.reasons[value] }))}
        />
        <FormError>{reporting.refusal?.message}</FormError>
        <DialogActions
          main={{ label: text.submit, disabled: !reason, busy: reporting.pending, busyText: site.busy }}
          cancel={{ label: text.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}
