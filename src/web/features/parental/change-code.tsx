import * as z from 'zod/mini'
import { parentalCode } from '#contract/fields.ts'
import { type ParentalStatus, setupPasscode } from '#contract/parental.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { CodeBoxes } from './code-boxes.tsx'
import { refusalOf } from './code-answer.ts'
import { entriesAgree, useCodeComplain } from './new-code.ts'
import { NewCodeFields } from './new-code-fields.tsx'
import { useParentalText } from './parental-text.ts'
import styles from './parent-code-screen.module.css'

const schema = z
  .object({ oldCode: parentalCode, newCode: parentalCode, confirmCode: parentalCode })
  .check(entriesAgree())

const EMPTY = { oldCode: '', newCode: '', confirmCode: '' }

/** Another parental code: the present one, the new one twice (SPEC 5). */
export function ChangeCode({ onSaved }: { onSaved: (status: ParentalStatus) => void }) {
  const { screen, codePad } = useParentalText()
  const form = useForm({
    schema,
    initial: EMPTY,
    complain: useCodeComplain(),
    submit: async (values) => {
      const answer = await call(setupPasscode, values)
      if (answer.result === 'SUCCESS') {
        form.set(EMPTY)
        onSaved(answer.status)
        return undefined
      }
      if (answer.errorCode !== 'WRONG_PARENTAL_CODE') return answer
      form.set({ oldCode: '' })
      const { triesLeft } = refusalOf(answer)
      return { message: '', fields: { oldCode: triesLeft ? codePad.wrong(triesLeft) : screen.wrongCode } }
    },
  })
  return (
    <form {...form.form} className={styles.form}>
      <CodeBoxes label={screen.oldCode} {...form.field('oldCode')} />
      <NewCodeFields newCode={form.field('newCode')} confirmCode={form.field('confirmCode')} />
      <FormError>{form.formError}</FormError>
      <div>
        <Button look="primary" type="submit" busy={form.pending} busyText={screen.busy}>
          {screen.save}
        </Button>
      </div>
    </form>
  )
}
