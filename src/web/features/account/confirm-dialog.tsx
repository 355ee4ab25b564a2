import type { ReactNode } from 'react'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import styles from './dialogs.module.css'
import { useText } from '#web/kit/text.ts'

export interface ConfirmDialogProps {
  title: string
  text: ReactNode
  /** The label of the button. */
  confirm: string
  onConfirm: () => void
  pending: boolean
  /** Why it was refused. */
  error: string | undefined
  onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirm, pending, error, onConfirm, onClose } = props
  const { cancel } = useText('account')
  const { site } = useShellText()
  return (
    <Dialog title={title} closeLabel={site.close} onClose={onClose}>
      <p className={styles.text}>{text}</p>
      <FormError>{error}</FormError>
      <DialogActions
        main={{ label: confirm, onClick: onConfirm, busy: pending, busyText: site.busy }}
        cancel={{ label: cancel, onClick: onClose }}
      />
    </Dialog>
  )
}
