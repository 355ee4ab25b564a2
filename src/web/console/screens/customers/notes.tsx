import * as z from 'zod/mini'
import { note, NOTE_MAX } from '#contract/admin/customer-changes.ts'
import { history } from '#contract/admin/customer-records.ts'
import { show } from '#contract/admin/customers.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useChange } from '../../client/use-change.ts'
import { useUnsaved } from '../../form/use-leave-warning.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Panel } from '../../widgets/page.tsx'
import { When } from '../../widgets/when.tsx'
import type { Customer } from './customer.ts'
import styles from './customers.module.css'

interface NotesProps {
  customer: Customer
  mayAdd: boolean
}

export function Notes({ customer: { accountId, notes }, mayAdd }: NotesProps) {
  const { notes: text } = useText('consoleCustomerActions')
  return (
    <Panel title={text.title} note={text.note}>
      <div className={styles.notes}>
        {mayAdd ? <NoteForm accountId={accountId} /> : null}
        {notes.length === 0 ? <p className={styles.fact}>{text.none}</p> : null}
        <ul>
          {notes.map(({ noteId, at, by, text: written }) => (
            <li key={noteId}>
              <p className={styles.fact}>
                <strong>{by}</strong> <When at={at} />
              </p>
              <p>{written}</p>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}

const SCHEMA = z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(NOTE_MAX)) })

function NoteForm({ accountId }: { accountId: string }) {
  const { notes: text } = useText('consoleCustomerActions')
  const shell = useShellText()
  const { submit } = useChange(note, { invalidates: [show, history] })
  const form = useForm({
    schema: SCHEMA,
    initial: { text: '' },
    submit: async ({ text: written }) => {
      const answer = await submit({ accountId, text: written })
      if (answer.result === 'SUCCESS') {
        form.set({ text: '' })
        showToast({ text: text.done })
      }
      return answer
    },
  })
  useUnsaved(form.values.text !== '')
  return (
    <form className={styles.noteForm} {...form.form}>
      <TextAreaField label={text.label} maxLength={NOTE_MAX} rows={2} {...form.field('text')} />
      <FormError>{form.formError}</FormError>
      <div>
        <Button type="submit" busy={form.pending} busyText={shell.busy} disabled={form.values.text.trim() === ''}>
          {text.add}
        </Button>
      </div>
    </form>
  )
}
