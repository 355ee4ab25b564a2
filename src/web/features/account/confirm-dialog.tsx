import type { ReactNode } from 'react'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useAccountText } from './account-text.ts'
import styles from './dialogs.module.css'

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
  const { cancel } = useAccountText()
  const { site } = useText()
  return (
    <Dialog title={title} closeLabel={site.close} onClose={onClose}>
      <p className={styles.text}>{text}</p>
      <div className={styles.form}>
        <FormError>{error}</FormError>
        <Button look="primary" wide busy={pending} busyText={site.busy} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button look="text" wide onClick={onClose}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  )
}
