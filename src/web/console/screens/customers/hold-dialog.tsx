import * as z from 'zod/mini'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import { hold, HOLD_DAYS } from '#contract/admin/customer-changes.ts'
import { reason } from '#contract/admin/forms.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChange } from '../../client/use-change.ts'
import formStyles from '../../form/form.module.css'
import { useShellText } from '../../shell/shell-text.ts'
import { STALE } from './customer.ts'

const days = z.pipe(
  z.string().check(z.trim(), z.regex(/^\d{1,2}$/)),
  z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(HOLD_DAYS))),
)
const SCHEMA = z.object({ days, reason })

export function HoldDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const { actions } = useText('consoleCustomerActions')
  const text = actions.hold
  const shell = useShellText()
  const { submit } = useChange(hold, { invalidates: [...STALE, listApprovals] })
  const form = useForm({
    schema: SCHEMA,
    initial: { days: String(HOLD_DAYS), reason: '' },
    submit: async (values) => {
      const answer = await submit({ accountId, ...values })
      if (answer.result === 'SUCCESS') {
        showToast({ text: answer.approvalId ? shell.waits : text.done })
        onClose()
      }
      return answer
    },
  })
  return (
    <Dialog title={text.title} closeLabel={shell.close} onClose={onClose}>
      <form className={formStyles.form} {...form.form}>
        <p className={formStyles.text}>{text.text}</p>
        <TextField
          label={text.days}
          inputMode="numeric"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
          autoFocus
          {...form.field('days')}
        />
        <TextField label={shell.reason} hint={shell.reasonHint} maxLength={500} {...form.field('reason')} />
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{ label: text.button, busy: form.pending, busyText: shell.busy }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}
