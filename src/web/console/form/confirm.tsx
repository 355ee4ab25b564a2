import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { reason as reasonRule } from '#contract/admin/forms.ts'
import type { Envelope } from '#web/kit/envelope.ts'
import { useForm } from '#web/kit/use-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useShellText } from '../shell/shell-text.ts'
import styles from './form.module.css'

interface ConfirmProps {
  title: string
  /** What follows from it. */
  text: string
  label: string
  isDanger?: boolean
  /** `never`: what is no change of the service. */
  asksWhy?: 'always' | 'may' | 'never'
  /** To be typed, against an accidental click. */
  word?: string | undefined
  /** What else it asks for. */
  children?: ReactNode
  submit: (reason: string | undefined) => Promise<Envelope<object>>
  onDone: () => void
  onClose: () => void
}

const REASONS = {
  always: reasonRule,
  may: z.union([z.literal(''), reasonRule]),
  never: z.literal(''),
}

/** A change that cannot be undone says what follows from it. */
export function Confirm({
  title,
  text,
  label,
  isDanger,
  asksWhy = 'always',
  word,
  children,
  submit,
  onDone,
  onClose,
}: ConfirmProps) {
  const shell = useShellText()
  const form = useForm({
    schema: z.object({ reason: REASONS[asksWhy], word: z.string() }),
    initial: { reason: '', word: '' },
    submit: async ({ reason }) => {
      const answer = await submit(reason || undefined)
      if (answer.result === 'SUCCESS') onDone()
      return answer
    },
  })
  return (
    <Dialog title={title} closeLabel={shell.close} onClose={onClose}>
      <form className={styles.form} {...form.form}>
        <p className={styles.text}>{text}</p>
        {children}
        {asksWhy === 'never' ? null : (
          <TextField
            label={shell.reason}
            hint={shell.reasonHint}
            maxLength={500}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
            autoFocus
            {...form.field('reason')}
          />
        )}
        {word === undefined ? null : (
          <TextField label={shell.typeWord(word)} autoComplete="off" {...form.field('word')} />
        )}
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{
            label,
            danger: isDanger ?? false,
            busy: form.pending,
            busyText: shell.busy,
            disabled: word !== undefined && form.values.word.trim().toLowerCase() !== word.toLowerCase(),
          }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}
