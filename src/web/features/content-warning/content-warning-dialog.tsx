import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import styles from './content-warning-dialog.module.css'
import { useText } from '#web/kit/text.ts'

export interface ContentWarningDialogProps {
  /** The operator's text; line breaks are kept. */
  warning: string
  onAccept: () => void
  onClose: () => void
}

/** A title's content warning, before its first play in a session (PRODUCT 8). */
export function ContentWarningDialog({ warning, onAccept, onClose }: ContentWarningDialogProps) {
  const text = useText('contentWarning')
  return (
    <Dialog title={text.title} closeLabel={text.close} onClose={onClose}>
      <p className={styles.warning}>{warning}</p>
      <DialogActions
        main={{ label: text.go, onClick: onAccept, autoFocus: true }}
        cancel={{ label: text.back, onClick: onClose }}
      />
    </Dialog>
  )
}
