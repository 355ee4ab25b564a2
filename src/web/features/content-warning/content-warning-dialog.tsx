import { lazyText } from '#web/kit/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import styles from './content-warning-dialog.module.css'

const useContentWarningText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/content-warning.ts')).contentWarning,
  en_US: async () => (await import('#text/en_US/content-warning.ts')).contentWarning,
})

export interface ContentWarningDialogProps {
  /** The operator's text; line breaks are kept. */
  warning: string
  onAccept: () => void
  onClose: () => void
}

/** A title's content warning, before its first play in a session (PRODUCT 8). */
export function ContentWarningDialog({ warning, onAccept, onClose }: ContentWarningDialogProps) {
  const text = useContentWarningText()
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
