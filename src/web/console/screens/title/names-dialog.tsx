import * as z from 'zod/mini'
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
  /** As it was searched. */
  name: string
  submit: (names: z.output<typeof SCHEMA>) => Promise<FormResult | Envelope<object>>
  onClose: () => void
}

/** The names of something new, in both languages. */
export function NamesDialog({ title, note, name: typed, submit, onClose }: NamesDialogProps) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const isHan = /\p{Script=Han}/u.test(typed)
  const form = useForm({
    schema: SCHEMA,
    initial: { zh_HK: typed, en_US: isHan ? '' : typed },
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
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the name is typed already: what is missing
          autoFocus
          {...form.field('en_US')}
        />
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{ label: text.add, busy: form.pending, busyText: shell.busy }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}
