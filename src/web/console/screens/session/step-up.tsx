import { stepUp } from '#contract/admin/session.ts'
import { useText } from '#web/kit/text.ts'
import { type FormResult, useForm } from '#web/kit/use-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { signInAgain } from '../../client/session.ts'
import { useShellText } from '../../shell/shell-text.ts'
import styles from './session.module.css'

/** Signing in counts as well: after the fifth wrong code the session has ended. */
export function StepUp({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const text = useText('consoleSession')
  const shell = useShellText()
  const client = useAdminClient()
  const form = useForm({
    schema: stepUp.input,
    initial: { code: '' },
    submit: async (values): Promise<FormResult> => {
      const answer = await client.call(stepUp, values)
      if (answer.result === 'SUCCESS') return onDone(true)
      if (answer.errorCode === 'LOGIN_REQUIRED') return onDone(await signInAgain())
      form.set({ code: '' })
      if (answer.errorCode !== 'WRONG_CODE') return answer
      const { triesLeft } = answer
      return {
        message: '',
        fields: { code: triesLeft === undefined ? answer.message : text.stepUp.triesLeft(triesLeft) },
      }
    },
  })
  return (
    <Dialog title={text.stepUp.title} closeLabel={shell.close} onClose={() => onDone(false)}>
      <form className={styles.form} {...form.form}>
        <p className={styles.lead}>{text.stepUp.text}</p>
        <CodeInput
          label={text.code}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
          autoFocus
          {...form.field('code')}
          onComplete={(digits) => void form.send({ code: digits })}
        />
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{ label: text.stepUp.submit, busy: form.pending, busyText: shell.busy }}
          cancel={{ label: shell.cancel, onClick: () => onDone(false) }}
        />
      </form>
    </Dialog>
  )
}
