import * as z from 'zod/mini'
import type { Language } from '#contract/languages.ts'
import type { Envelope } from '#web/kit/envelope.ts'
import { useText } from '#web/kit/text.ts'
import { type FormResult, useForm } from '#web/kit/use-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import formStyles from '../../form/form.module.css'
import { useShellText } from '../../shell/shell-text.ts'

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
const SCHEMA = z.object({ zh_HK: name, en_US: name })

interface NamesDialogProps {
  title: string
  note: string
  names: Readonly<Record<Language, string>>
  label: string
  submit: (names: z.output<typeof SCHEMA>) => Promise<FormResult | Envelope<object>>
  onClose: () => void
}

/** What was searched is the name in its language; the other one is missing. */
export const namesOf = (typed: string): Record<Language, string> => ({
  zh_HK: typed,
  en_US: /\p{Script=Han}/u.test(typed) ? '' : typed,
})

/** The names of a person or a tag, in both languages. */
export function NamesDialog({ title, note, names, label, submit, onClose }: NamesDialogProps) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const form = useForm({
    schema: SCHEMA,
    initial: names,
    submit,
  })
  return (
    <Dialog title={title} closeLabel={shell.close} onClose={onClose}>
      <form className={formStyles.form} {...form.form}>
        <p className={formStyles.text}>{note}</p>
        <TextField label={text.languages.zh_HK} maxLength={200} autoComplete="off" {...form.field('zh_HK')} />
        <TextField
          label={text.languages.en_US}
          maxLength={200}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the other name is mostly there: what is missing
          autoFocus
          {...form.field('en_US')}
        />
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{ label, busy: form.pending, busyText: shell.busy }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}
