import { type ParentalStatus, setupPasscode } from '#contract/parental.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { codeRefusal } from './code-answer.ts'
import { CodePad } from './code-pad.tsx'
import styles from './parental-dialog.module.css'

export interface StatusDialogProps {
  /** The new status. */
  status: ParentalStatus
  onSaved: (status: ParentalStatus) => void
  onClose: () => void
}

/** Turns the parental code on or off, which requires the current code. */
export function StatusDialog({ status, onSaved, onClose }: StatusDialogProps) {
  const text = useText('parental')
  const { screen, codePad } = text
  const title = status === 'on' ? screen.turnOn : screen.turnOff
  const { submit, refusal } = useSubmit(setupPasscode, { onSuccess: (saved) => onSaved(saved.status) })
  return (
    <Dialog title={title} hideTitle closeLabel={text.close} onClose={onClose}>
      <div className={styles.layer}>
        <p className={styles.title} aria-hidden="true">
          {title}
        </p>
        <p className={styles.text}>{screen.confirmStatus}</p>
        <CodePad onSubmit={(oldCode) => submit({ oldCode, status })} {...codeRefusal(refusal)} />
        <Button look="text" href={paths.setupResetParentCode()}>
          {codePad.forgotEither}
        </Button>
      </div>
    </Dialog>
  )
}
