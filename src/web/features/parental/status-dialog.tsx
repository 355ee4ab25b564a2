import { useState } from 'react'
import { type ParentalStatus, setupPasscode } from '#contract/parental.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type CodeRefusal, refusalOf } from './code-answer.ts'
import { CodePad } from './code-pad.tsx'
import { useParentalText } from './parental-text.ts'
import styles from './parental-dialog.module.css'

export interface StatusDialogProps {
  /** What it is turned to. */
  status: ParentalStatus
  onSaved: (status: ParentalStatus) => void
  onClose: () => void
}

/** Turning the code on or off takes the present code. */
export function StatusDialog({ status, onSaved, onClose }: StatusDialogProps) {
  const text = useParentalText()
  const { screen, codePad } = text
  const title = status === 'on' ? screen.turnOn : screen.turnOff
  const [refusal, setRefusal] = useState<CodeRefusal>()
  const submit = async (oldCode: string) => {
    const answer = await call(setupPasscode, { oldCode, status })
    if (answer.result === 'SUCCESS') onSaved(answer.status)
    else setRefusal(refusalOf(answer))
  }
  return (
    <Dialog title={title} hideTitle closeLabel={text.close} onClose={onClose}>
      <div className={styles.layer}>
        <p className={styles.title} aria-hidden="true">
          {title}
        </p>
        <p className={styles.text}>{screen.confirmStatus}</p>
        <CodePad onSubmit={submit} {...refusal} />
        <Button look="text" href={paths.setupResetParentCode()}>
          {codePad.forgotEither}
        </Button>
      </div>
    </Dialog>
  )
}
