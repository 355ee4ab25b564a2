import type { Failure } from '#web/kit/envelope.ts'
import { lazyText, useText } from '#web/kit/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'

const useSystemErrorText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/system-error.ts')).systemError,
  en_US: async () => (await import('#text/en_US/system-error.ts')).systemError,
})

/** A fault of the service: what happened, the number to quote, and a button to confirm (SPEC 8). */
export function SystemErrorDialog({ failure, onClose }: { failure: Failure; onClose: () => void }) {
  const { errors, site } = useText()
  const text = useSystemErrorText()
  return (
    <Dialog title={errors.title} closeLabel={site.close} onClose={onClose}>
      <p>{failure.message}</p>
      {failure.requestId ? <p>{text.quote(failure.requestId)}</p> : null}
      <DialogActions main={{ label: text.confirm, onClick: onClose, autoFocus: true }} />
    </Dialog>
  )
}
