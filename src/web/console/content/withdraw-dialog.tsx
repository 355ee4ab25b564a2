import { type ContentKind, find, list, withdraw } from '#contract/admin/content.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useChange } from '../client/use-change.ts'
import { Confirm } from '../form/confirm.tsx'
import type { Content } from './use-content.ts'

interface WithdrawDialogProps {
  kind: ContentKind
  content: Content
  consequence: string
  onClose: () => void
  onDone: () => void
}

/** Counts what hangs on a record before it goes. */
export function WithdrawDialog({ kind, content, consequence, onClose, onDone }: WithdrawDialogProps) {
  const text = useText('consoleContent')
  const { submit } = useChange(withdraw, { invalidates: [list, find] })
  return (
    <Confirm
      title={text.withdrawTitle}
      text={consequence}
      label={text.withdraw}
      isDanger
      asksWhy="may"
      submit={(reason) => submit({ kind, id: content.id, version: content.version, reason })}
      onDone={() => {
        showToast({ text: text.withdrawn })
        onDone()
      }}
      onClose={onClose}
    />
  )
}
