import type { Failure } from '#web/kit/envelope.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'

/** SPEC 8 */
export function SystemErrorDialog({ failure, onClose }: { failure: Failure; onClose: () => void }) {
  const { errors, site } = useShellText()
  const text = useText('systemError')
  const { requestId } = failure
  return (
    <Dialog title={errors.title} closeLabel={site.close} onClose={onClose}>
      <p>{failure.message}</p>
      {requestId && !failure.message.includes(requestId) ? <p>{text.quote(requestId)}</p> : null}
      <DialogActions main={{ label: text.confirm, onClick: onClose, autoFocus: true }} />
    </Dialog>
  )
}
