import { useState } from 'react'
import * as z from 'zod/mini'
import { addWord, listedWords, removeWord } from '#contract/admin/comments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CloseIcon, PlusIcon } from '#web/ui/icons.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { FailedState } from '../../widgets/state.tsx'
import { Loading } from '../../shell/waiting.tsx'
import styles from './comments.module.css'

/** The words with which a comment waits. */
export function WordsDialog({ onClose }: { onClose: () => void }) {
  const { wordList: text } = useText('consoleComments')
  const shell = useShellText()
  const { language } = useCallContext()
  const { data, error, refetch } = useRead(listedWords, {})
  const removal = useChange(removeWord, { invalidates: [listedWords] })
  const [sought, setSought] = useState('')
  const found = data?.list.filter((word) => word.includes(sought.trim().toLowerCase()))
  return (
    <Dialog title={text.title} closeLabel={shell.close} onClose={onClose}>
      <p className={styles.minor}>{text.text}</p>
      <NewWord />
      <TextField name="sought" type="search" label={text.find} value={sought} onChange={setSought} />
      {found === undefined && error ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {found === undefined && !error ? <Loading /> : null}
      {found?.length === 0 ? <p className={styles.nothing}>{text.none}</p> : null}
      {found && found.length > 0 ? (
        <ul className={styles.words} aria-label={text.title}>
          {found.map((word) => (
            <li key={word} className={styles.word}>
              {word}
              <button
                type="button"
                aria-label={text.remove(word)}
                disabled={removal.pending}
                onClick={async () => {
                  const answer = await removal.submit({ word })
                  showToast({ text: answer.result === 'FAILED' ? answer.message : text.removed(answer.word) })
                }}
              >
                <CloseIcon size={14} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {data ? <p className={styles.minor}>{text.count(formatNumber(data.list.length, language))}</p> : null}
    </Dialog>
  )
}

function NewWord() {
  const { wordList: text } = useText('consoleComments')
  const shell = useShellText()
  const { submit } = useChange(addWord, { invalidates: [listedWords] })
  const form = useForm({
    schema: z.object({ word: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) }),
    initial: { word: '' },
    submit: async ({ word }) => {
      const answer = await submit({ word })
      if (answer.result === 'SUCCESS') {
        showToast({ text: text.added(answer.word) })
        form.set({ word: '' })
      }
      return answer
    },
  })
  return (
    <form className={styles.newWord} {...form.form}>
      <TextField
        label={text.addLabel}
        maxLength={40}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
        autoFocus
        {...form.field('word')}
      />
      <Button type="submit" icon={<PlusIcon size={16} />} busy={form.pending} busyText={shell.busy}>
        {text.add}
      </Button>
      <FormError>{form.formError}</FormError>
    </form>
  )
}
