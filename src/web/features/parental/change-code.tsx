import * as z from 'zod/mini'
import { parentalCode } from '#contract/fields.ts'
import { type ParentalStatus, setupPasscode } from '#contract/parental.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { ParentalCodeInput } from './parental-code-input.tsx'
import { entriesAgree, useCodeMessages } from './new-code.ts'
import { NewCodeFields } from './new-code-fields.tsx'
import styles from './parent-code-screen.module.css'

const schema = z
  .object({ oldCode: parentalCode, newCode: parentalCode, confirmCode: parentalCode })
  .check(entriesAgree())

const EMPTY = { oldCode: '', newCode: '', confirmCode: '' }

/** Changes the parental code: the current one, and the new one twice (SPEC 5). */
export function ChangeCode({ onSaved }: { onSaved: (status: ParentalStatus) => void }) {
  const { screen, codePad } = useText('parental')
  const { submit } = useSubmit(setupPasscode, {
    onSuccess: ({ status }) => {
      form.set(EMPTY)
      onSaved(status)
    },
    on: {
      WRONG_PARENTAL_CODE: ({ triesLeft }) => {
        form.set({ oldCode: '' })
        return { message: '', fields: { oldCode: triesLeft ? codePad.wrong(triesLeft) : screen.wrongCode } }
      },
    },
  })
  const form = useForm({ schema, initial: EMPTY, messageOf: useCodeMessages(), submit })
  return (
    <form {...form.form} className={styles.form}>
      <ParentalCodeInput label={screen.oldCode} {...form.field('oldCode')} />
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
