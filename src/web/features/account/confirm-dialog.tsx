import { type ReactNode, useState } from 'react'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useAccountText } from './account-text.ts'
import styles from './dialogs.module.css'

export interface ConfirmDialogProps {
  title: string
  text: ReactNode
  /** What the button does. */
  confirm: string
  /** Does it; answers what went wrong. */
  onConfirm: () => Promise<string | undefined>
  onClose: () => void
}

/** One question, one sentence, two buttons. */
export function ConfirmDialog({ title, text, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  const { cancel } = useAccountText()
  const { site } = useText()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  return (
    <Dialog title={title} closeLabel={site.close} onClose={onClose}>
      <p className={styles.text}>{text}</p>
      <div className={styles.form}>
        <FormError>{error}</FormError>
        <Button
          look="primary"
          wide
          busy={isBusy}
          busyText={site.busy}
          onClick={async () => {
            setBusy(true)
            setError(await onConfirm())
            setBusy(false)
          }}
        >
          {confirm}
        </Button>
        <Button look="text" wide onClick={onClose}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  )
}
