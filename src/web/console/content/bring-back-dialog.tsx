import { type ContentKind, find, list, save } from '#contract/admin/content.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useChange } from '../client/use-change.ts'
import { Confirm } from '../form/confirm.tsx'
import type { RecordValues } from './record-form.rules.ts'

interface BringBackDialogProps {
  kind: ContentKind
  /** As it is stored. */
  record: RecordValues
  version: number
  onClose: () => void
  onDone: (version: number) => void
}

/** A withdrawn record goes on the site again as it is stored. */
export function BringBackDialog({ kind, record, version, onClose, onDone }: BringBackDialogProps) {
  const text = useText('consoleContent')
  const { submit } = useChange(save, { invalidates: [list, find] })
  const send = async () => {
    const answer = await submit({ kind, records: [{ ...record, withdrawn: false }], versions: [version] })
    if (answer.result === 'SUCCESS') onDone(answer.versions[0] ?? version + 1)
    const sentences = answer.result === 'FAILED' ? Object.values(answer.fields ?? {}) : []
    return answer.result === 'FAILED' && sentences.length > 0 ? { ...answer, message: sentences.join(' ') } : answer
  }
  return (
    <Confirm
      title={text.bringBackTitle}
      text={text.bringBackText}
      label={text.bringBack}
      asksWhy="never"
      submit={send}
      onDone={() => showToast({ text: text.saved })}
      onClose={onClose}
    />
  )
}
